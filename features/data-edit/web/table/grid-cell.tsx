import { equalValues } from '@qd/protocol-model'
import { ArrowLeft } from 'lucide-react'
import { useEffect, useRef } from 'react'
import type { ReactNode } from 'react'
import { FieldInput } from '@qd/web-kit/fields'
import type { Leave } from '@qd/web-kit/fields'
import type { TableRow } from '../model/table-rows.ts'
import { nameOf, valueText } from '../values/value-text.ts'
import type { ValueContext } from '../values/value-text.ts'
import { ValueView } from '../values/value-view.tsx'
import type { GridColumn } from './grid-columns.ts'
import styles from './grid-cell.module.css'

export interface GridCellProps {
  row: TableRow
  column: GridColumn
  context: ValueContext
  isActive: boolean
  /** Text the edit starts with; null: starts with the value; undefined: nobody edits. */
  editing: string | null | undefined
  fault: string | null
  onPick: () => void
  onEdit: () => void
  onCommit: (value: string | number) => void
  onLeave: (leave: Leave) => void
}

function stateOf(row: TableRow, column: GridColumn): 'same' | 'changed' | 'added' | 'removed' {
  if (row.state === 'added' || row.state === 'removed') return row.state
  const name = column.field.fieldName
  return row.state === 'changed' && !equalValues(row.row[name], row.base?.[name]) ? 'changed' : 'same'
}

function CellValue({ row, column, context, state }: GridCellProps & { state: string }): ReactNode {
  const { field } = column
  const value = row.row[field.fieldName]
  if (column.kind === 'name')
    return <span className={styles.name}>{nameOf(field, value, context.place) ?? '–'}</span>
  const isChanged = state === 'changed' && column.isEditable
  return (
    <>
      <ValueView field={field} value={value} context={context} />
      {isChanged ? (
        <span className={styles.old}>
          <ArrowLeft size={11} aria-hidden />
          {valueText(field, row.base?.[field.fieldName], context)}
        </span>
      ) : null}
    </>
  )
}

/** One cell: shows a value, its change, and the input while it is edited. */
export function GridCell(props: GridCellProps): ReactNode {
  const { row, column, isActive, editing } = props
  const state = stateOf(row, column)
  const box = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (isActive) box.current?.scrollIntoView({ block: 'nearest', inline: 'nearest' })
  }, [isActive])
  const value = row.row[column.field.fieldName]
  return (
    <div
      ref={box}
      className={styles.cell}
      data-state={column.kind === 'name' && state === 'changed' ? 'same' : state}
      data-active={isActive}
      data-align={column.align}
      data-fault={props.fault !== null}
      data-editable={column.isEditable}
      title={props.fault ?? undefined}
      // A press inside the open input belongs to the input.
      onClick={editing === undefined ? props.onPick : undefined}
      onDoubleClick={editing === undefined ? props.onEdit : undefined}
    >
      {editing === undefined ? (
        <CellValue {...props} state={state} />
      ) : (
        <FieldInput
          field={column.field}
          value={value}
          typed={editing ?? undefined}
          label={`${column.field.name} ${row.key}`}
          isAutoFocused
          isCell
          onCommit={props.onCommit}
          onLeave={props.onLeave}
        />
      )}
    </div>
  )
}
