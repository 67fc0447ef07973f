import { EmptyState } from '@qd/web-frame'
import { DataTable } from '@qd/web-tables'
import type { DataColumn } from '@qd/web-tables'
import { useMemo } from 'react'
import type { ReactNode } from 'react'
import type { StepResult } from '../../contract/index.ts'
import { useFunctionTexts } from '../texts.ts'
import styles from './result.module.css'

type Table = NonNullable<StepResult['table']>

interface Line {
  key: string
  cells: readonly unknown[]
}

const ROWS_SHOWN = 12
const ROW_HEIGHT = 34
const HEAD_HEIGHT = 118

/** A cell of a result as text: what is no text is shown as JSON. */
export function cellText(value: unknown): string {
  if (value === null || value === undefined) return ''
  return typeof value === 'object' ? JSON.stringify(value) : String(value)
}

/** Numbers by size however long they are, everything else as people sort words. */
function compareCells(a: unknown, b: unknown): number {
  const [left, right] = [cellText(a), cellText(b)]
  const isWhole = /^-?\d{1,40}$/.test(left) && /^-?\d{1,40}$/.test(right)
  if (isWhole) return BigInt(left) < BigInt(right) ? -1 : BigInt(left) > BigInt(right) ? 1 : 0
  return left.localeCompare(right, undefined, { numeric: true })
}

function columnsOf({ columns, rows }: Table): DataColumn<Line>[] {
  return columns.map(({ key, title }, index) => {
    const isNumber = rows.length > 0 && rows.every((row) => /^-?[\d.]*$/.test(cellText(row[index])))
    return {
      key,
      title,
      width: isNumber ? 120 : 200,
      align: isNumber ? 'right' : 'left',
      isGrowing: index === columns.length - 1,
      render: ({ cells }) => (
        <bdi className={isNumber ? styles.number : undefined}>{cellText(cells[index])}</bdi>
      ),
      text: ({ cells }) => cellText(cells[index]),
      compare: (a, b) => compareCells(a.cells[index], b.cells[index]),
    }
  })
}

/** A table a function answered with: sorted, searched for a column, exported like every table. */
export function ResultTable({
  name,
  title,
  table,
}: {
  name: string
  title: string
  table: Table
}): ReactNode {
  const t = useFunctionTexts()
  const columns = useMemo(() => columnsOf(table), [table])
  const rows = useMemo(() => table.rows.map((cells, index): Line => ({ key: String(index), cells })), [table])
  const height = HEAD_HEIGHT + Math.max(2, Math.min(rows.length, ROWS_SHOWN)) * ROW_HEIGHT
  return (
    <div className={styles.table} style={{ height }}>
      <DataTable<Line>
        name={`custom-function.result.${name}`}
        label={title}
        columns={columns}
        rows={rows}
        rowKey={({ key }) => key}
        empty={<EmptyState title={t('result.noRows')} />}
        exportAs={{ name: title, rows: async () => rows }}
      />
    </div>
  )
}
