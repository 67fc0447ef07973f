import { formatQuantity, useIsMobile, useTexts } from '@qd/web-base'
import { useCall } from '@qd/web-calls'
import type { LineRef } from '@qd/web-calls'
import { FilterPicker } from '@qd/web-controls'
import { EmptyState } from '@qd/web-frame'
import { DataTable } from '@qd/web-tables'
import type { DataColumn } from '@qd/web-tables'
import { useMemo, useState } from 'react'
import type { ReactNode } from 'react'
import type { RouteReply } from '@qd/contract-kit'
import { givenOnDay } from '../../contract/index.ts'
import { amountColumn, columnsOfItem } from '../page/columns-of-item.tsx'
import styles from '../page/items-page.module.css'
import { useItemNames } from '../use-item-names.ts'

type Row = RouteReply<typeof givenOnDay>['rows'][number] & { name: string }

const DAY_MS = 86_400_000
const DAYS = 30

/** The days before one, latest first. */
function daysBefore(today: string): string[] {
  const at = Date.parse(`${today}T00:00:00Z`)
  return Array.from({ length: DAYS }, (_, back) =>
    new Date(at - (back + 1) * DAY_MS).toISOString().slice(0, 10),
  )
}

function useColumns(): DataColumn<Row>[] {
  const t = useTexts('properties')
  const isMobile = useIsMobile()
  return useMemo(
    () => [
      ...columnsOfItem<Row>(t, isMobile),
      amountColumn<Row>({ key: 'total', title: t('given.total') }, ({ total }) => total),
      {
        key: 'person',
        title: t('given.person'),
        holds: 'name',
        text: ({ person }) => person,
        compare: (a, b) => a.person.localeCompare(b.person),
        render: ({ person }) => <bdi>{person}</bdi>,
      },
      {
        key: 'players',
        title: t('given.players'),
        holds: 'number',
        align: 'right',
        text: ({ players }) => String(players),
        compare: (a, b) => a.players - b.players,
        render: ({ players }) => formatQuantity(players),
      },
      {
        key: 'uses',
        title: t('given.uses'),
        holds: 'number',
        align: 'right',
        text: ({ uses }) => String(uses),
        compare: (a, b) => a.uses - b.uses,
        render: ({ uses }) => formatQuantity(uses),
      },
    ],
    [t, isMobile],
  )
}

/** What was given of each item on a day, and by whom. */
export function GivenTable({ line }: { line: LineRef }): ReactNode {
  const t = useTexts('properties')
  const items = useItemNames(line)
  const [day, setDay] = useState('')
  const options = { tag: 'properties:part.given', told: 'inline' } as const
  const today = useCall(givenOnDay, { body: { ...line } }, options)
  const earlier = useCall(givenOnDay, day === '' ? null : { body: { ...line, day } }, options)
  const { data, error, refetch } = day === '' ? today : earlier
  const rows = useMemo(
    () => data?.rows.map((row): Row => ({ ...row, name: items.nameOf(row.number) })),
    [data, items],
  )
  const days = today.data === undefined ? [] : daysBefore(today.data.day)
  return (
    <DataTable
      name="properties.given"
      label={t('part.given')}
      columns={useColumns()}
      rows={rows}
      rowKey={({ number, person }) => `${number}/${person}`}
      error={error}
      onRetry={() => void refetch()}
      isFiltered={day !== ''}
      onClearFilter={() => setDay('')}
      exportAs={{ name: `given-${line.lineCode}-${data?.day ?? ''}`, rows: async () => rows ?? [] }}
      filters={
        <>
          <FilterPicker
            label={t('given.today')}
            value={day}
            options={days.map((value) => ({ value, label: value }))}
            onChange={setDay}
          />
          {data === undefined ? null : <span className={styles.day}>{`${data.day} ${data.zone}`}</span>}
        </>
      }
      empty={<EmptyState title={t('given.none')} hint={t('given.noneHint')} />}
    />
  )
}
