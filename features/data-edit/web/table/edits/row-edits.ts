import { equalValues, fieldNode, ownValue } from '@qd/protocol-model'
import type { Change, DiffInfo, ProtocolDefinition } from '@qd/protocol-model'
import { newValue } from '@qd/web-controls/fields'
import type { TableRow } from '../../model/table-rows.ts'
import type { GridColumn } from '../view/grid-columns.tsx'

/** Whether a cell takes a value: no address, no list, in a row that stays, and no edit there waits for its answer. */
export function canSet(row: TableRow, column: GridColumn): boolean {
  const isOpen = column.isEditable && column.kind === 'field' && row.state !== 'removed'
  return isOpen && column.awaitedAt(row.key) === null
}

/** A row with new values as one edit; null when they are the ones it has. */
export function rowEdit(
  info: DiffInfo,
  row: TableRow,
  values: Readonly<Record<string, unknown>>,
): Change | null {
  const isSame = Object.entries(values).every(([name, value]) => equalValues(ownValue(row.row, name), value))
  if (isSame) return null
  return { diff: info.name, key: row.key, path: [], op: 'set', value: { ...row.row, ...values } }
}

export function editRows(
  info: DiffInfo,
  rows: readonly TableRow[],
  valuesOf: (row: TableRow) => Readonly<Record<string, unknown>>,
): Change[] {
  return rows.flatMap((row) => rowEdit(info, row, valuesOf(row)) ?? [])
}

/** Cells back to what a new row starts with. */
export function clearedValues(
  protocol: ProtocolDefinition,
  row: TableRow,
  columns: readonly GridColumn[],
): Record<string, unknown> {
  const values: Record<string, unknown> = {}
  for (const column of columns) {
    const node = canSet(row, column) ? fieldNode(protocol, column.field) : null
    if (node) values[column.field.fieldName] = newValue(protocol, node)
  }
  return values
}

/** The values of one row for the cells of others. */
export function copiedValues(
  from: TableRow,
  row: TableRow,
  columns: readonly GridColumn[],
): Record<string, unknown> {
  const values: Record<string, unknown> = {}
  for (const column of columns) {
    const name = column.field.fieldName
    const value = ownValue(from.row, name)
    if (canSet(row, column) && value !== undefined) values[name] = value
  }
  return values
}

export function removals(info: DiffInfo, rows: readonly TableRow[]): Change[] {
  return rows
    .filter(({ state }) => state !== 'removed')
    .map((row) => ({ diff: info.name, key: row.key, path: [], op: 'remove', old: row.row }))
}
