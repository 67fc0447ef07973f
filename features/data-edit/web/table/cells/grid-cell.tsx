import { equalValues, ownValue } from '@qd/protocol-model'
import type { Field } from '@qd/protocol-model'
import { ArrowLeft, CircleHelp, GitMerge, Lock, Maximize2, TriangleAlert } from 'lucide-react'
import { createContext, useContext } from 'react'
import type { CSSProperties, ReactNode } from 'react'
import { FieldInput } from '@qd/web-controls/fields'
import type { Leave } from '@qd/web-controls/fields'
import type { Awaited } from '../../model/awaited.ts'
import type { TableRow } from '../../model/table-rows.ts'
import { useEditorPlace } from '../../state/editor-context.ts'
import { awaitedText } from '../../state/use-lock.ts'
import { useEditTexts } from '../../texts.ts'
import { valueText } from '../../values/value-text.ts'
import type { ValueContext } from '../../values/value-text.ts'
import type { GridColumn } from '../view/grid-columns.tsx'
import { canSet } from '../edits/row-edits.ts'
import { isNested } from '../is-nested.ts'
import type { RowMarks } from '../view/row-marks.ts'
import styles from './grid.module.css'

/** What the open input of a cell tells the grid; a context, so that rows at rest are not drawn for it. */
export interface CellEditing {
  type: (value: unknown, typing: symbol) => void
  commit: (value: string | number) => void
  leave: (to: Leave) => void
}
export const CellEditingContext = createContext<CellEditing>({
  type: () => {},
  commit: () => {},
  leave: () => {},
})

export interface GridCellProps {
  row: TableRow
  column: GridColumn
  context: ValueContext
  /** For readers, from 1. */
  number: number
  id: string | undefined
  isActive: boolean
  isRanged: boolean
  /** Text the edit starts with; null: starts with the value; undefined: nobody edits. */
  editing: string | null | undefined
  marks: RowMarks | undefined
  canEdit: boolean
  style: CSSProperties
}

function stateOf({ row, column }: GridCellProps): 'same' | 'changed' {
  const name = column.field.fieldName
  if (row.state !== 'changed' || column.kind === 'name') return 'same'
  return equalValues(ownValue(row.row, name), ownValue(row.base ?? {}, name)) ? 'same' : 'changed'
}

function MarkIcon({ fault, isMoved }: { fault: string | undefined; isMoved: boolean }): ReactNode {
  const t = useEditTexts()
  if (fault === undefined && !isMoved) return null
  const Icon = fault === undefined ? GitMerge : TriangleAlert
  return (
    <span className={styles.mark} data-kind={fault === undefined ? 'moved' : 'fault'}>
      <Icon size={12} role="img" aria-label={fault ?? t('grid.moved')} />
    </span>
  )
}

/** Of a column that is locked while others are not; of a table to read, its status line says it once. */
function LockIcon({ column }: { column: GridColumn }): ReactNode {
  const { canEdit } = useEditorPlace()
  if (!canEdit || column.lock === null || column.isFixed === true) return null
  return <Lock size={11} role="img" aria-label={column.lock} className={styles.lock} />
}

/** What an edit of unknown outcome wished, before what the game told last. */
function AwaitedValue(props: GridCellProps & { awaited: Awaited }): ReactNode {
  const t = useEditTexts()
  const { row, column, context, awaited } = props
  const { field } = column
  const isTold = awaited.value !== undefined && !isNested(field)
  const before = row.base ?? row.row
  return (
    <>
      <span className={styles.now} data-nested={isNested(field) || undefined}>
        <CircleHelp size={12} role="img" aria-label={t('history.status.unknown')} className={styles.asked} />
        <span className={styles.value}>
          {isTold ? `${valueText(field, awaited.value, context)}?` : column.render(row)}
        </span>
      </span>
      {isTold ? <OldValue text={valueText(field, ownValue(before, field.fieldName), context)} /> : null}
    </>
  )
}

function OldValue({ text }: { text: string }): ReactNode {
  return (
    <span className={styles.old}>
      <ArrowLeft size={11} aria-hidden />
      {text}
    </span>
  )
}

function CellValue(props: GridCellProps & { state: string; fault: string | undefined }): ReactNode {
  const { row, column, context } = props
  const { field } = column
  return (
    <>
      <span className={styles.now} data-nested={isNested(field) || undefined}>
        <MarkIcon fault={props.fault} isMoved={props.marks?.moved.has(field.fieldName) === true} />
        <LockIcon column={column} />
        <span className={styles.value}>{column.render(row)}</span>
        {isNested(field) ? (
          <span className={styles.open} data-open="" aria-hidden>
            <Maximize2 size={12} />
          </span>
        ) : null}
      </span>
      {props.state === 'changed' && !isNested(field) ? (
        <OldValue text={oldText(row, field, context)} />
      ) : null}
    </>
  )
}

const oldText = ({ base }: TableRow, field: Field, context: ValueContext): string =>
  valueText(field, ownValue(base ?? {}, field.fieldName), context)

/** What a cell cannot show: why it is wrong, and both values of a change, each of them whole. */
function titleOf({ row, column, context }: GridCellProps, state: string, fault?: string): string | undefined {
  const { field } = column
  if (state !== 'changed' || isNested(field)) return fault ?? column.lock ?? undefined
  const now = valueText(field, ownValue(row.row, field.fieldName), context)
  const change = `${oldText(row, field, context)} → ${now}`
  return fault === undefined ? change : `${fault}\n${change}`
}

/** One cell: shows a value, its change and what is wrong with it, and the input while it is edited. */
export function GridCell(props: GridCellProps): ReactNode {
  const { row, column, editing, marks } = props
  const t = useEditTexts()
  const { type, commit, leave } = useContext(CellEditingContext)
  const { field } = column
  const state = stateOf(props)
  const value = ownValue(row.row, field.fieldName)
  const wrong = props.context.wrongOf?.(field, value) ?? undefined
  const fault = column.kind === 'name' ? undefined : (marks?.faults.get(field.fieldName) ?? wrong)
  const awaited = column.awaitedAt(row.key)
  return (
    <div
      id={props.id}
      role="gridcell"
      aria-colindex={props.number}
      aria-selected={props.isActive || props.isRanged}
      aria-readonly={props.canEdit && canSet(row, column) ? undefined : true}
      aria-invalid={fault === undefined ? undefined : true}
      data-column={column.key}
      data-align={column.align}
      data-state={row.state === 'same' || row.state === 'changed' ? state : row.state}
      data-active={props.isActive || undefined}
      data-ranged={props.isRanged || undefined}
      data-fault={fault === undefined ? undefined : true}
      data-locked={column.lock === null ? undefined : true}
      data-awaited={awaited === null ? undefined : true}
      data-editing={editing === undefined ? undefined : true}
      title={awaited === null ? titleOf(props, state, fault) : awaitedText(t, awaited)}
      className={styles.cell}
      style={props.style}
    >
      {awaited !== null ? (
        <AwaitedValue {...props} awaited={awaited} />
      ) : editing === undefined ? (
        <CellValue {...props} state={state} fault={fault} />
      ) : (
        <FieldInput
          field={field}
          // What cannot stand there is typed anew.
          value={typeof value === 'object' ? undefined : value}
          typed={editing ?? undefined}
          label={`${field.name} ${row.key}`}
          isAutoFocused
          isCell
          onType={type}
          onCommit={commit}
          onLeave={leave}
        />
      )}
    </div>
  )
}
