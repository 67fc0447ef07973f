import { formatQuantity } from '@qd/web-base'
import type { KeyOf, Translate } from '@qd/web-base'
import { Tag } from '@qd/web-controls'
import type { ReactNode } from 'react'
import styles from '../page/items-page.module.css'
import { rateText } from './use-values.ts'
import type { LineValues } from './use-values.ts'

type T = Translate<KeyOf<'properties'>>

/** An item with what its game says it is worth; null: nothing. */
export interface Valued {
  number: string
  value: number | null
}

/** The worth that counts: the console's rate, else the game's value; a currency without says so. */
export function valueText(t: T, { records, currencies }: LineValues, { number, value }: Valued): string {
  const record = records.get(number)
  if (record !== undefined) return `${rateText(t, record.rate)} (${t('values.ofConsole')})`
  if (value !== null) return String(value)
  return currencies.has(number) ? t('values.noValue') : ''
}

/** What one of it is worth, to sort by; what has no value is below what is worth nothing. */
export function worthOfOne({ records }: LineValues, { number, value }: Valued): number {
  const rate = records.get(number)?.rate
  return rate === undefined ? (value ?? -1) : Number(rate.worth) / Number(rate.per)
}

export function ValueCell({ t, values, item }: { t: T; values: LineValues; item: Valued }): ReactNode {
  const record = values.records.get(item.number)
  if (record !== undefined) {
    return (
      <span className={styles.value} title={valueText(t, values, item)}>
        {rateText(t, record.rate)} <Tag tone="theme">{t('values.ofConsole')}</Tag>
      </span>
    )
  }
  if (item.value !== null) return formatQuantity(item.value)
  if (!values.currencies.has(item.number)) return '–'
  return (
    <Tag tone="warn" title={t('values.noValueHint')}>
      {t('values.noValue')}
    </Tag>
  )
}
