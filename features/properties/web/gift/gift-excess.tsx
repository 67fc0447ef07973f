import type { GiftEntry } from '@qd/gift-content'
import { printGift } from '@qd/gift-content'
import type { UseKind } from '@qd/item-limits'
import { formatQuantity, useTexts } from '@qd/web-base'
import { useCall } from '@qd/web-calls'
import type { LineRef } from '@qd/web-calls'
import { useEffect, useState } from 'react'
import type { ReactNode } from 'react'
import { checkGift } from '../../contract/index.ts'
import type { ItemNames } from '../use-item-names.ts'
import styles from './gift.module.css'

/** The server is asked once nobody types any more. */
const ASK_AFTER_MS = 400

function useRested<T>(value: T, key: string): T {
  const [rested, setRested] = useState({ value, key })
  useEffect(() => {
    const timer = setTimeout(() => setRested({ value, key }), ASK_AFTER_MS)
    return () => clearTimeout(timer)
    // eslint-disable-next-line react-hooks/exhaustive-deps -- the key says whether the value is another one
  }, [key])
  return rested.value
}

/** Which limits the gift would go beyond now, a line each. */
export function GiftExcess(props: {
  line: LineRef
  entries: readonly GiftEntry[]
  use: { kind: UseKind; players: number }
  items: ItemNames
}): ReactNode {
  const t = useTexts('properties')
  const { line, use, items } = props
  const entries = useRested(props.entries, printGift(props.entries))
  const body = { ...line, kind: use.kind, players: use.players, entries: [...entries] }
  const { data } = useCall(checkGift, entries.length === 0 ? null : { body }, {
    tag: 'properties:gift.title',
    told: 'once',
    keepsPrevious: true,
  })
  const excess = entries.length === 0 ? [] : (data?.excess ?? [])
  if (excess.length === 0) return null
  return (
    <ul className={styles.faults} role="status">
      {excess.map(({ number, kind, limit, used, asked, over }) => (
        <li key={`${number}/${kind}`} className={styles.over}>
          {t(`gift.over.${kind}`, {
            item: items.nameOf(number) || number,
            limit: formatQuantity(limit),
            sum: formatQuantity(BigInt(used) + BigInt(asked)),
            over: formatQuantity(over),
          })}
        </li>
      ))}
    </ul>
  )
}
