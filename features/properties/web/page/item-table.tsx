import { useTexts } from '@qd/web-base'
import { useCall, useMay } from '@qd/web-calls'
import type { LineRef } from '@qd/web-calls'
import { FilterPicker } from '@qd/web-controls'
import type { MenuItem } from '@qd/web-controls'
import { copyAloud, EmptyState } from '@qd/web-frame'
import { DataTable } from '@qd/web-tables'
import { Input } from 'antd'
import { Copy } from 'lucide-react'
import { useMemo, useState } from 'react'
import type { ReactNode } from 'react'
import { lineItems, saveValue } from '../../contract/index.ts'
import type { LineItem } from '../../contract/index.ts'
import { useFound } from '../use-found.ts'
import { useValuesBeside } from '../values/use-values.ts'
import { valueActions } from '../values/value-actions.tsx'
import { itemColumns } from './item-columns.tsx'
import styles from './items-page.module.css'
import { SilentServers, SyncState } from './sync-state.tsx'

const STATES = ['present', 'differs', 'gone'] as const

const isOfState = (item: LineItem, state: string) =>
  state === '' ||
  (state === 'gone' && item.isGone) ||
  (state === 'differs' && item.differences.length > 0) ||
  (state === 'present' && !item.isGone)

/** The items of a line as its servers have them, searched by number, name or pinyin. */
export function ItemTable({ line }: { line: LineRef }): ReactNode {
  const t = useTexts('properties')
  const [query, setQuery] = useState('')
  const [type, setType] = useState('')
  const [state, setState] = useState('')
  const { data, error, refetch } = useCall(
    lineItems,
    { body: { ...line } },
    {
      tag: 'properties:title',
      told: 'inline',
      staleTimeMs: 30_000,
    },
  )
  const types = useMemo(
    () => [...new Map((data?.items ?? []).map(({ type: each }) => [each.code, each.name]))],
    [data],
  )
  const narrowed = useMemo(
    () => data?.items.filter((item) => (type === '' || item.type.code === type) && isOfState(item, state)),
    [data, type, state],
  )
  const found = useFound(narrowed, query, (item) => item)
  const clear = () => {
    setQuery('')
    setType('')
    setState('')
  }
  const mayValue = useMay(saveValue)
  const values = useValuesBeside(line)
  const columns = useMemo(() => itemColumns(t, data?.items ?? [], values), [t, data, values])
  const actionsOf = ({ number, name }: LineItem): MenuItem[] => [
    {
      key: 'copy',
      label: t('copyNumber'),
      icon: <Copy size={14} aria-hidden />,
      onSelect: () => void copyAloud(number),
    },
    ...(mayValue ? valueActions(line, { number, name }, values.records.get(number)) : []),
  ]
  return (
    <>
      <SilentServers servers={data?.servers ?? []} />
      <DataTable
        name="properties.items"
        label={t('part.items')}
        columns={columns}
        rows={found}
        rowKey={({ number }) => number}
        error={error}
        onRetry={() => void refetch()}
        isFiltered={query !== '' || type !== '' || state !== ''}
        onClearFilter={clear}
        exportAs={{ name: `items-${line.lineCode}`, rows: async () => found ?? [] }}
        filters={
          <>
            <Input
              className={styles.search}
              type="search"
              allowClear
              aria-label={t('search')}
              placeholder={t('search')}
              value={query}
              onChange={({ target }) => setQuery(target.value)}
            />
            <FilterPicker
              label={t('column.type')}
              value={type}
              options={types.map(([value, label]) => ({ value, label }))}
              onChange={setType}
            />
            <FilterPicker
              label={t('column.state')}
              value={state}
              options={STATES.map((value) => ({ value, label: t(`state.${value}`) }))}
              onChange={setState}
            />
          </>
        }
        actions={<SyncState line={line} data={data} onSynced={() => void refetch()} />}
        rowActions={actionsOf}
        empty={<EmptyState title={t('noItems')} hint={t('noItemsHint')} />}
      />
    </>
  )
}
