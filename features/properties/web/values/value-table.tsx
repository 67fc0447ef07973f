import { formatInstant, useIsMobile, useTexts } from '@qd/web-base'
import { useCall, useMay } from '@qd/web-calls'
import type { LineRef } from '@qd/web-calls'
import { Banner, Tag, Time } from '@qd/web-controls'
import { EmptyState } from '@qd/web-frame'
import { DataTable } from '@qd/web-tables'
import type { DataColumn } from '@qd/web-tables'
import { Button, Input } from 'antd'
import { Plus, TriangleAlert } from 'lucide-react'
import { useMemo, useState } from 'react'
import type { ReactNode } from 'react'
import { lineItems, saveValue } from '../../contract/index.ts'
import type { ValueRecord } from '../../contract/index.ts'
import { columnsOfItem } from '../page/columns-of-item.tsx'
import styles from '../page/items-page.module.css'
import { useFound } from '../use-found.ts'
import { useItemNames } from '../use-item-names.ts'
import { valueActions } from './value-actions.tsx'
import { ValueCell, valueText, worthOfOne } from './value-cell.tsx'
import { openValueDialog } from './value-dialog.tsx'
import { NO_VALUES, useValues } from './use-values.ts'
import type { LineValues } from './use-values.ts'

interface Row {
  number: string
  name: string
  /** The game's. */
  value: number | null
  record: ValueRecord | undefined
}

function useColumns(values: LineValues): DataColumn<Row>[] {
  const t = useTexts('properties')
  const isMobile = useIsMobile()
  return useMemo(
    () => [
      ...columnsOfItem<Row>(t, isMobile),
      {
        key: 'value',
        title: t('column.value'),
        width: isMobile ? 150 : 220,
        text: (row) => valueText(t, values, row),
        compare: (a, b) => worthOfOne(values, a) - worthOfOne(values, b),
        render: (row) => <ValueCell t={t} values={values} item={row} />,
      },
      {
        key: 'currency',
        title: t('values.currency'),
        holds: 'status',
        text: ({ number }) => (values.currencies.has(number) ? t('yes') : ''),
        render: ({ number }) => (values.currencies.has(number) ? <Tag>{t('values.currency')}</Tag> : '–'),
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
        text: ({ record }) => (record === undefined ? '' : formatInstant(record.at)),
        render: ({ record }) => <Time at={record?.at ?? null} />,
      },
    ],
    [t, values, isMobile],
  )
}

/** What the console says items of the line are worth, then its currencies without such a value. */
export function ValueTable({ line }: { line: LineRef }): ReactNode {
  const t = useTexts('properties')
  const names = useItemNames(line)
  const mayEdit = useMay(saveValue)
  const [query, setQuery] = useState('')
  const { data, values, error, refetch } = useValues(line)
  const { data: told } = useCall(
    lineItems,
    { body: { ...line } },
    { tag: 'properties:title', told: 'once', staleTimeMs: 30_000 },
  )
  const rows = useMemo(() => {
    if (values === undefined) return undefined
    const ofGame = new Map((told?.items ?? []).map((item) => [item.number, item]))
    const numbers = new Set([...values.records.keys(), ...values.currencies])
    return [...numbers].map((number): Row => {
      const item = ofGame.get(number)
      const name = item?.name ?? names.nameOf(number)
      return { number, name, value: item?.value ?? null, record: values.records.get(number) }
    })
  }, [values, told, names])
  const found = useFound(rows, query, (row) => row)
  const columns = useColumns(values ?? NO_VALUES)
  const add = mayEdit ? (
    <Button type="primary" icon={<Plus size={14} />} onClick={() => openValueDialog(line)}>
      {t('values.add')}
    </Button>
  ) : undefined
  return (
    <>
      {data?.currencies === null ? (
        <Banner tone="warn" icon={<TriangleAlert size={15} aria-hidden />}>
          {t('values.noDefinition')}
        </Banner>
      ) : null}
      <DataTable
        name="properties.values"
        label={t('part.values')}
        columns={columns}
        rows={found}
        rowKey={({ number }) => number}
        error={error}
        onRetry={() => void refetch()}
        isFiltered={query !== ''}
        onClearFilter={() => setQuery('')}
        onOpen={({ number, record }) => (mayEdit ? openValueDialog(line, record ?? { number }) : undefined)}
        rowActions={(row) => (mayEdit ? valueActions(line, row, row.record) : [])}
        exportAs={{ name: `values-${line.lineCode}`, rows: async () => found ?? [] }}
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
        empty={<EmptyState title={t('values.none')} hint={t('values.noneHint')} action={add} />}
      />
    </>
  )
}
