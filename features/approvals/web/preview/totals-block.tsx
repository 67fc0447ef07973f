import { formatQuantity } from '@qd/web-base'
import type { ReactNode } from 'react'
import { useApprovalsTexts } from '../texts.ts'
import { Differs } from './differs.tsx'
import type { Marks } from './differs.tsx'
import type { BlockOf } from './preview-block.tsx'
import styles from './preview.module.css'

const sumOf = (texts: readonly string[]): string =>
  texts.reduce((sum, text) => sum + BigInt(text), 0n).toString()

/** What is given out in all, item by item, and what it is worth together. */
export function TotalsBlock({ block, marks }: { block: BlockOf<'totals'>; marks: Marks }): ReactNode {
  const t = useApprovalsTexts()
  const { rows } = block
  // A game that tells no worth gives nothing to add up.
  const hasWorth = rows.some(({ worth }) => worth !== '0')
  return (
    <div className={styles.scroll}>
      <table className={styles.table}>
        <thead>
          <tr>
            <th scope="col">{t('totals.item')}</th>
            <th scope="col">{t('totals.number')}</th>
            <th scope="col" className={styles.figure}>
              {t('totals.each')}
            </th>
            <th scope="col" className={styles.figure}>
              {t('totals.total')}
            </th>
            {hasWorth ? (
              <th scope="col" className={styles.figure}>
                {t('totals.worth')}
              </th>
            ) : null}
          </tr>
        </thead>
        <tbody>
          {rows.map(({ number, name, each, total, worth }, index) => (
            <tr key={number} data-differs={marks.has(String(index))}>
              <td>
                {name}
                <Differs marks={marks} of={index} />
              </td>
              <td className={styles.code}>{number}</td>
              <td className={styles.figure}>{formatQuantity(each)}</td>
              <td className={`${styles.figure} ${styles.strong}`}>{formatQuantity(total)}</td>
              {hasWorth ? <td className={styles.figure}>{formatQuantity(worth)}</td> : null}
            </tr>
          ))}
        </tbody>
        {hasWorth ? (
          <tfoot>
            <tr>
              <th scope="row" colSpan={4}>
                {t('totals.sum')}
              </th>
              <td className={`${styles.figure} ${styles.strong}`}>
                {formatQuantity(sumOf(rows.map(({ worth }) => worth)))}
              </td>
            </tr>
          </tfoot>
        ) : null}
      </table>
    </div>
  )
}
