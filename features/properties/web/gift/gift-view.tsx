import type { GiftEntry } from '@qd/gift-content'
import { formatQuantity, useSettings } from '@qd/web-base'
import type { LineRef } from '@qd/web-calls'
import { Time } from '@qd/web-controls'
import type { ReactNode } from 'react'
import { useItemNames } from '../use-item-names.ts'
import { giftTime } from './gift-time.ts'
import styles from './gift.module.css'

/** How much of an item; a time where the item is one, or where the reader wants all large numbers so (S9.04). */
export function GiftQuantity({ quantity, isTime }: { quantity: string; isTime: boolean }): ReactNode {
  const all = useSettings((state) => state.giftTimes)
  const at = giftTime(quantity, isTime || all)
  return at === null ? <span className="qd-mono">×{formatQuantity(quantity)}</span> : <Time at={at} />
}

/** The content of a gift in the order it is given. */
export function GiftView({ line, entries }: { line: LineRef; entries: readonly GiftEntry[] }): ReactNode {
  const items = useItemNames(line)
  return (
    <ul className={styles.view}>
      {entries.map(({ number, quantity }) => (
        <li key={number} data-unknown={!items.isKnown(number)}>
          {items.nameOf(number) === '' ? null : <bdi>{items.nameOf(number)}</bdi>}
          <code>{number}</code>
          <GiftQuantity quantity={quantity} isTime={items.isTime(number)} />
        </li>
      ))}
    </ul>
  )
}
