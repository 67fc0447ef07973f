import { sumOfWorths } from '@qd/contract-kit'
import { formatQuantity } from '@qd/web-base'
import type { ReactNode } from 'react'
import { useApprovalsTexts } from '../texts.ts'
import type { ApprovalsTexts } from '../texts.ts'
import { Differs } from './differs.tsx'
import type { Marks } from './differs.tsx'
import type { BlockOf } from './preview-block.tsx'
import styles from './preview.module.css'

/** What is worth something in all; the least of it where an item has no value. */
function sumText(worths: readonly (string | null)[], t: ApprovalsTexts): string {
  const { atLeast, isComplete } = sumOfWorths(worths.map((each) => (each === null ? null : BigInt(each))))
  if (isComplete) return formatQuantity(atLeast)
  return atLeast === '0' ? t('totals.unknown') : t('totals.atLeast', { worth: formatQuantity(atLeast) })
}

/** What is given out in all, item by item, and what it is worth together. */
export function TotalsBlock({ block, marks }: { block: BlockOf<'totals'>; marks: Marks }): ReactNode {
  const t = useApprovalsTexts()
  const { rows } = block
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
              {hasWorth ? (
                <td className={styles.figure}>
                  {worth === null ? t('totals.unknown') : formatQuantity(worth)}
                </td>
              ) : null}
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
                {sumText(
                  rows.map(({ worth }) => worth),
                  t,
                )}
              </td>
            </tr>
          </tfoot>
        ) : null}
      </table>
    </div>
  )
}
