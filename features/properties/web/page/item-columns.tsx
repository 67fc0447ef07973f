import type { KeyOf, Translate } from '@qd/web-base'
import { formatInstant, formatQuantity } from '@qd/web-base'
import { Tag, Time } from '@qd/web-controls'
import type { DataColumn } from '@qd/web-tables'
import type { ReactNode } from 'react'
import type { LineItem } from '../../contract/index.ts'
import { ValueCell, valueText, worthOfOne } from '../values/value-cell.tsx'
import type { LineValues } from '../values/use-values.ts'
import styles from './items-page.module.css'

type T = Translate<KeyOf<'properties'>>

const yesNo = (t: T, value: boolean | null) => (value === null ? '' : t(value ? 'yes' : 'no'))
const amount = (value: number | null) => (value === null ? '' : formatQuantity(value))
const byAmount = (of: (item: LineItem) => number | null) => (a: LineItem, b: LineItem) =>
  (of(a) ?? -1) - (of(b) ?? -1)

/** What differs, in words: `S124 missing`. */
export function differencesText(t: T, { differences }: LineItem): string {
  return differences
    .map(({ sId, kind, name }) => t(`difference.${kind}`, { server: `S${sId}`, name }))
    .join(', ')
}

function State({ t, item }: { t: T; item: LineItem }): ReactNode {
  if (item.isGone) return <Tag>{t('gone')}</Tag>
  if (item.differences.length === 0) return null
  const text = differencesText(t, item)
  const [only] = item.differences
  const short =
    item.differences.length === 1 && only !== undefined
      ? t(`difference.${only.kind}`, { server: `S${only.sId}`, name: only.name })
      : t('differences', { count: item.differences.length })
  return (
    <Tag tone="warn" title={text}>
      {short}
    </Tag>
  )
}

/** What only some games say of their items. */
const SOMETIMES = ['quality', 'bind', 'stack', 'value'] as const

/** Columns of the items of a line; those that nothing is known of are left out. */
export function itemColumns(t: T, items: readonly LineItem[], values: LineValues): DataColumn<LineItem>[] {
  const isUnsaid = (key: (typeof SOMETIMES)[number], item: LineItem) =>
    key === 'value' ? valueText(t, values, item) === '' : item[key] === null
  const unsaid = new Set<string>(SOMETIMES.filter((key) => items.every((item) => isUnsaid(key, item))))
  return allColumns(t, values).filter(({ key }) => !unsaid.has(key))
}

function allColumns(t: T, values: LineValues): DataColumn<LineItem>[] {
  return [
    {
      key: 'number',
      title: t('column.number'),
      holds: 'number',
      isFixed: true,
      text: ({ number }) => number,
      compare: (a, b) => Number(a.number) - Number(b.number),
      render: ({ number }) => <code>{number}</code>,
    },
    {
      key: 'name',
      title: t('column.name'),
      holds: 'name',
      isGrowing: true,
      text: ({ name }) => name,
      compare: (a, b) => a.name.localeCompare(b.name),
      render: ({ name, isGone }) => <bdi className={isGone ? styles.gone : undefined}>{name}</bdi>,
    },
    {
      key: 'type',
      title: t('column.type'),
      holds: 'status',
      text: ({ type }) => type.name,
      compare: (a, b) => a.type.name.localeCompare(b.type.name),
      render: ({ type }) => <span title={type.code}>{type.name}</span>,
    },
    {
      key: 'quality',
      title: t('column.quality'),
      holds: 'status',
      text: ({ quality }) => quality ?? '',
      compare: (a, b) => (a.quality ?? '').localeCompare(b.quality ?? ''),
      render: ({ quality }) => quality ?? '–',
    },
    {
      key: 'state',
      title: t('column.state'),
      width: 220,
      text: (item) => (item.isGone ? t('gone') : differencesText(t, item)),
      render: (item) => <State t={t} item={item} />,
    },
    {
      key: 'bind',
      title: t('column.bind'),
      holds: 'status',
      text: ({ bind }) => yesNo(t, bind),
      render: ({ bind }) => yesNo(t, bind) || '–',
    },
    {
      key: 'stack',
      title: t('column.stack'),
      holds: 'number',
      align: 'right',
      text: ({ stack }) => String(stack ?? ''),
      compare: byAmount(({ stack }) => stack),
      render: ({ stack }) => amount(stack) || '–',
    },
    {
      key: 'value',
      title: t('column.value'),
      width: 220,
      align: 'right',
      text: (item) => valueText(t, values, item),
      compare: (a, b) => worthOfOne(values, a) - worthOfOne(values, b),
      render: (item) => <ValueCell t={t} values={values} item={item} />,
    },
    {
      key: 'firstSeen',
      title: t('column.firstSeen'),
      holds: 'time',
      isHidden: true,
      text: ({ firstSeen }) => formatInstant(firstSeen),
      compare: (a, b) => a.firstSeen - b.firstSeen,
      render: ({ firstSeen }) => <Time at={firstSeen} />,
    },
    {
      key: 'lastSeen',
      title: t('column.lastSeen'),
      holds: 'time',
      text: ({ lastSeen }) => formatInstant(lastSeen),
      compare: (a, b) => a.lastSeen - b.lastSeen,
      render: ({ lastSeen }) => <Time at={lastSeen} />,
    },
  ]
}
