import type { LimitKind } from '@qd/item-limits'
import { formatInstant, textOf, useIsMobile, useTexts } from '@qd/web-base'
import { call, useCall, useMay } from '@qd/web-calls'
import type { LineRef } from '@qd/web-calls'
import { Tag, Time } from '@qd/web-controls'
import type { MenuItem } from '@qd/web-controls'
import { EmptyState, openConfirm, toast } from '@qd/web-frame'
import { DataTable } from '@qd/web-tables'
import type { DataColumn } from '@qd/web-tables'
import { Button, Input } from 'antd'
import { Pencil, Plus, Trash2 } from 'lucide-react'
import { useMemo, useState } from 'react'
import type { ReactNode } from 'react'
import { limitRecords, removeLimit, saveLimit } from '../../contract/index.ts'
import type { LimitRecord } from '../../contract/index.ts'
import { amountColumn, columnsOfItem } from '../page/columns-of-item.tsx'
import styles from '../page/items-page.module.css'
import { useFound } from '../use-found.ts'
import { useItemNames } from '../use-item-names.ts'
import { openLimitDialog } from './limit-dialog.tsx'
import { refreshLimits } from './refresh-limits.ts'
import { useMayForOperator } from './use-may-for-operator.ts'

interface Row {
  number: string
  kind: LimitKind
  quantity: string
  /** Null: the game's own. */
  record: LimitRecord | null
  name: string
}

function removeAfterAsking(line: LineRef, record: LimitRecord, name: string): void {
  const what = { item: name || record.number, kind: textOf('properties', `limits.kinds.${record.kind}`) }
  openConfirm({
    title: textOf('properties', 'limits.remove'),
    text: textOf('properties', 'limits.removeAsk', what),
    action: textOf('properties', 'limits.remove'),
    run: async () => {
      const body = { ...line, id: record.id, revision: record.revision }
      await call(removeLimit, { body }, { tag: 'properties:limits.remove', told: 'form' })
      toast.success(textOf('properties', 'limits.removed'))
      refreshLimits()
    },
  })
}

function sourceOf(record: LimitRecord | null) {
  if (record === null) return 'limits.ofGame'
  return record.isForOperator ? 'limits.ofOperator' : 'limits.ofConsole'
}

function useColumns(): DataColumn<Row>[] {
  const t = useTexts('properties')
  const isMobile = useIsMobile()
  return useMemo(
    () => [
      ...columnsOfItem<Row>(t, isMobile),
      amountColumn<Row>({ key: 'quantity', title: t('limits.quantity') }, ({ quantity }) => quantity),
      {
        key: 'kind',
        title: t('limits.kind'),
        holds: 'name',
        text: ({ kind }) => t(`limits.kinds.${kind}`),
        compare: (a, b) => a.kind.localeCompare(b.kind),
        render: ({ kind }) => <span title={t(`limits.kindHelp.${kind}`)}>{t(`limits.kinds.${kind}`)}</span>,
      },
      {
        key: 'source',
        title: t('limits.source'),
        holds: 'status',
        text: ({ record }) => t(sourceOf(record)),
        render: ({ record }) => <Tag tone={record === null ? 'neutral' : 'theme'}>{t(sourceOf(record))}</Tag>,
      },
      {
        key: 'by',
        title: t('column.by'),
        holds: 'roleId',
        text: ({ record }) => record?.by ?? '',
        render: ({ record }) => record?.by ?? '–',
      },
      {
        key: 'at',
        title: t('column.at'),
        holds: 'time',
        text: ({ record }) => (record === null ? '' : formatInstant(record.at)),
        render: ({ record }) => <Time at={record?.at ?? null} />,
      },
    ],
    [t, isMobile],
  )
}

/** Upper limits of the line: the console's own, then those of its game. */
export function LimitTable({ line }: { line: LineRef }): ReactNode {
  const t = useTexts('properties')
  const items = useItemNames(line)
  const mayEdit = useMay(saveLimit)
  const mayForOperator = useMayForOperator(line)
  const [query, setQuery] = useState('')
  const { data, error, refetch } = useCall(
    limitRecords,
    { body: { ...line } },
    {
      tag: 'properties:part.limits',
      told: 'inline',
    },
  )
  const rows = useMemo(() => {
    if (data === undefined) return undefined
    const named = (number: string) => ({ number, name: items.nameOf(number) })
    return [
      ...data.list.map((record): Row => ({ ...record, ...named(record.number), record })),
      ...(data.ofGame ?? []).map(({ number, quantity }): Row => {
        return { ...named(number), quantity, kind: 'action', record: null }
      }),
    ]
  }, [data, items])
  const found = useFound(rows, query, (row) => row)
  const columns = useColumns()
  const mayChange = (record: LimitRecord | null): record is LimitRecord =>
    record !== null && mayEdit && (mayForOperator || !record.isForOperator)
  const actionsOf = ({ record, name }: Row): MenuItem[] =>
    !mayChange(record)
      ? []
      : [
          {
            key: 'edit',
            label: t('limits.edit'),
            icon: <Pencil size={14} aria-hidden />,
            onSelect: () => openLimitDialog(line, record),
          },
          {
            key: 'remove',
            label: t('limits.remove'),
            icon: <Trash2 size={14} aria-hidden />,
            isSeparated: true,
            onSelect: () => removeAfterAsking(line, record, name),
          },
        ]
  const add = mayEdit ? (
    <Button type="primary" icon={<Plus size={14} />} onClick={() => openLimitDialog(line, null)}>
      {t('limits.add')}
    </Button>
  ) : undefined
  return (
    <DataTable
      name="properties.limits"
      label={t('part.limits')}
      columns={columns}
      rows={found}
      rowKey={({ number, record }) => record?.id ?? `game/${number}`}
      error={error}
      onRetry={() => void refetch()}
      isFiltered={query !== ''}
      onClearFilter={() => setQuery('')}
      onOpen={({ record }) => (mayChange(record) ? openLimitDialog(line, record) : undefined)}
      rowActions={actionsOf}
      exportAs={{ name: `limits-${line.lineCode}`, rows: async () => found ?? [] }}
      filters={
        <Input
          className={styles.search}
          type="search"
          allowClear
          aria-label={t('search')}
          placeholder={t('search')}
          value={query}
          onChange={({ target }) => setQuery(target.value)}
        />
      }
      actions={add}
      empty={<EmptyState title={t('limits.none')} hint={t('limits.noneHint')} action={add} />}
    />
  )
}
