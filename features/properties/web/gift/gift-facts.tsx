import type { GiftEntry } from '@qd/gift-content'
import { useTexts } from '@qd/web-base'
import { useCall } from '@qd/web-calls'
import type { LineRef } from '@qd/web-calls'
import type { ReactNode } from 'react'
import { goneItems } from '../../contract/index.ts'
import { GiftView } from './gift-view.tsx'
import styles from './gift.module.css'

const OPTIONS = { tag: 'properties:gone', told: 'once', staleTimeMs: 60_000 } as const

/** The content of a gift on a page of its own record, with a warning of items that no server has any more. */
export function GiftFacts({ line, entries }: { line: LineRef; entries: readonly GiftEntry[] }): ReactNode {
  const t = useTexts('properties')
  const numbers = [...new Set(entries.map(({ number }) => number))]
  const { data } = useCall(goneItems, numbers.length === 0 ? null : { body: { ...line, numbers } }, OPTIONS)
  const gone = data?.gone ?? []
  return (
    <>
      <GiftView line={line} entries={entries} />
      {gone.length === 0 ? null : (
        <p role="alert" className={styles.gone}>
          {t('gift.gone', { items: gone.map(({ number, name }) => `${name} ${number}`.trim()).join(', ') })}
        </p>
      )}
    </>
  )
}
