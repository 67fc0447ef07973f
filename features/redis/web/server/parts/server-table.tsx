import { EmptyState } from '@qd/web-frame'
import { DataTable } from '@qd/web-tables'
import type { DataColumn } from '@qd/web-tables'
import { Input } from 'antd'
import { useDeferredValue, useMemo, useState } from 'react'
import type { ReactNode } from 'react'
import { useRedisTexts } from '../../texts.ts'
import styles from './parts.module.css'

interface ServerTableProps<T> {
  name: string
  label: string
  rows: readonly T[]
  columns: readonly DataColumn<T>[]
  rowKey: (row: T) => string
  /** What the search looks in. */
  text: (row: T) => string
  actions?: ReactNode
  checked?: ReadonlySet<string>
  onCheck?: (checked: ReadonlySet<string>) => void
  onOpen?: (row: T) => void
  /** The node of each row is told also where all are of one. */
  hasNodes?: boolean
}

/** A column of numbers, largest first where it is sorted. */
export function numberColumn<T>(
  key: string,
  title: string,
  valueOf: (row: T) => number | null,
  shown: (value: number) => string = (value) => value.toLocaleString('en'),
): DataColumn<T> {
  const text = (row: T): string => {
    const value = valueOf(row)
    return value === null ? '–' : shown(value)
  }
  return {
    key,
    title,
    width: 110,
    align: 'right',
    render: (row) => <span className="qd-mono">{text(row)}</span>,
    text,
    compare: (a, b) => (valueOf(a) ?? -1) - (valueOf(b) ?? -1),
  }
}

/** A column of short texts. */
export function textColumn<T>(
  key: string,
  title: string,
  valueOf: (row: T) => string,
  of: Partial<DataColumn<T>> = {},
): DataColumn<T> {
  return {
    key,
    title,
    width: 140,
    render: (row) => (
      <span className="qd-mono" title={valueOf(row)}>
        {valueOf(row)}
      </span>
    ),
    text: valueOf,
    compare: (a, b) => valueOf(a).localeCompare(valueOf(b)),
    ...of,
  }
}

/** Rows that can be searched and sorted, with the node of each where there are several. */
export function ServerTable<T extends { node: string }>(props: ServerTableProps<T>): ReactNode {
  const t = useRedisTexts()
  const { rows, columns, text } = props
  const [query, setQuery] = useState('')
  const words = useDeferredValue(query).toLowerCase().split(/\s+/).filter(Boolean)
  const shown = rows.filter((row) => {
    const lower = `${row.node} ${text(row)}`.toLowerCase()
    return words.every((word) => lower.includes(word))
  })
  const isMany = props.hasNodes === true || new Set(rows.map(({ node }) => node)).size > 1
  const all = useMemo(
    () => (isMany ? [...columns, textColumn<T>('node', t('server.node'), ({ node }) => node)] : columns),
    [columns, isMany, t],
  )
  return (
    <div className={styles.table}>
      <DataTable
        name={props.name}
        label={props.label}
        columns={all}
        rows={shown}
        rowKey={props.rowKey}
        filters={
          <Input
            type="search"
            size="small"
            className={styles.search}
            aria-label={t('server.search')}
            placeholder={t('server.search')}
            value={query}
            onChange={({ target }) => setQuery(target.value)}
          />
        }
        isFiltered={query !== ''}
        onClearFilter={() => setQuery('')}
        empty={<EmptyState title={t(query === '' ? 'server.none' : 'server.noneFound')} />}
        {...(props.actions === undefined ? {} : { actions: props.actions })}
        {...(props.checked === undefined ? {} : { checked: props.checked })}
        {...(props.onCheck === undefined ? {} : { onCheck: props.onCheck })}
        {...(props.onOpen === undefined ? {} : { onOpen: props.onOpen })}
      />
    </div>
  )
}
