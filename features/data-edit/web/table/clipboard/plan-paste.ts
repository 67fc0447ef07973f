import { equalValues, isForbiddenKey, ownValue } from '@qd/protocol-model'
import type { Change, DiffInfo } from '@qd/protocol-model'
import { inputKind, newRow, parseInput } from '@qd/web-controls/fields'
import { placeId } from '@qd/player-diff'
import type { Draft } from '../../model/draft.ts'
import { awaitedAt } from '../../model/awaited.ts'
import { keyFault } from '../../model/key-fault.ts'
import type { TableRow } from '../../model/table-rows.ts'
import { localFaults } from '../../state/local-faults.ts'
import type { LocalFault } from '../../state/local-faults.ts'
import type { EditorPlace } from '../../state/editor-context.ts'
import type { GridColumn } from '../view/grid-columns.tsx'
import type { CellIndex } from '@qd/web-tables/core'
import { rowEdit } from '../edits/row-edits.ts'

/** Where pasted cells go. */
export interface PasteTarget {
  info: DiffInfo
  draft: Draft
  place: EditorPlace
  /** Columns shown, from left to right. */
  columns: readonly GridColumn[]
  /** Rows shown, from above. */
  keys: readonly string[]
  rowOf: (key: string) => TableRow | undefined
  cursor: CellIndex
}

export type PasteFaultCode =
  | LocalFault['code']
  | 'not_int'
  | 'not_float'
  | 'not_time'
  | 'key_missing'
  | 'key_twice'
  | 'row_removed'
  | 'no_row'
  | 'awaited'

/** Why a pasted cell cannot be set. */
export interface PasteFault {
  /** Line of the pasted table, from 1. */
  line: number
  column: string
  text: string
  code: PasteFaultCode
  detail: string
}

export interface PastePlan {
  /** One edit a row. */
  changes: Change[]
  cells: number
  /** Rows that get other values, and rows that are new. */
  changedRows: number
  addedRows: number
  hasHead: boolean
  /** Titles of columns that take no values. */
  ignored: string[]
  faults: PasteFault[]
}

const SLICE_ROWS = 100

function nameMatches(column: GridColumn, text: string): boolean {
  const wanted = text.trim().toLowerCase()
  return [column.key, column.title, column.subTitle ?? ''].some(
    (name) => name !== '' && name.toLowerCase() === wanted,
  )
}

/** The columns a first line names; null when it is no head. */
function headOf(cells: readonly (readonly string[])[], columns: readonly GridColumn[]): GridColumn[] | null {
  const [first] = cells
  if (!first || cells.length < 2) return null
  const named = first.map((text) => columns.find((column) => nameMatches(column, text)))
  const isHead = named.every((column) => column !== undefined) && new Set(named).size === named.length
  return isHead ? (named as GridColumn[]) : null
}

/** Plans a paste line by line. */
class Planner {
  readonly target: PasteTarget
  readonly columns: readonly (GridColumn | undefined)[]
  readonly keyAt: number
  readonly plan: PastePlan
  readonly seen = new Set<string>()

  constructor(target: PasteTarget, width: number, head: GridColumn[] | null) {
    this.target = target
    const { columns, cursor, info } = target
    this.columns = head ?? Array.from({ length: width }, (_cell, index) => columns[cursor.column + index])
    this.keyAt = this.columns.findIndex(
      (column) => column?.kind === 'field' && column.field.fieldName === info.key,
    )
    const ignored = this.columns.flatMap((column, index) =>
      column?.isEditable === true || index === this.keyAt ? [] : [column?.title ?? `#${index + 1}`],
    )
    this.plan = {
      changes: [],
      cells: 0,
      changedRows: 0,
      addedRows: 0,
      hasHead: head !== null,
      ignored,
      faults: [],
    }
  }

  fault(
    line: number,
    column: GridColumn | undefined,
    fault: Pick<PasteFault, 'text' | 'code' | 'detail'>,
  ): void {
    this.plan.faults.push({ line, column: column?.title ?? '', ...fault })
  }

  /** Whether an edit there waits for its answer. */
  isAwaited(key: string, path: readonly string[]): boolean {
    const { info, place } = this.target
    return awaitedAt(place.unknown, { diff: info.name, key, path: [...path] }) !== null
  }

  /** The pasted key as the data writes it; null after a fault. */
  keyOf(cells: readonly string[], line: number): string | null {
    const column = this.columns[this.keyAt]
    const text = (cells[this.keyAt] ?? '').trim()
    const key = column?.field.type === 'int' ? text.replaceAll(',', '') : text
    const wrong = keyFault(column?.field, key)
    const code = text === '' ? 'key_missing' : (wrong ?? (isForbiddenKey(key) ? 'unknown_path' : null))
    if (code !== null) this.fault(line, column, { text, code, detail: text })
    else if (this.seen.has(key)) this.fault(line, column, { text, code: 'key_twice', detail: key })
    else {
      this.seen.add(key)
      return key
    }
    return null
  }

  /** What the cells of a line say, without those that cannot be read. */
  valuesOf(
    cells: readonly string[],
    line: number,
    { key, row }: Pick<TableRow, 'key' | 'row'>,
  ): Record<string, unknown> {
    const values: Record<string, unknown> = {}
    for (const [index, text] of cells.entries()) {
      const column = this.columns[index]
      if (column?.isEditable !== true || index === this.keyAt) continue
      const { field } = column
      // An empty cell is an empty text; for anything else it says nothing.
      if (text.trim() === '' && inputKind(field) !== 'text') continue
      if (this.isAwaited(key, [field.fieldName])) {
        this.fault(line, column, { text, code: 'awaited', detail: text })
        continue
      }
      const { zoneMinutes } = this.target.place
      const parsed = parseInput(field, text, { current: ownValue(row, field.fieldName), zoneMinutes })
      if (parsed.ok) values[field.fieldName] = parsed.value
      else this.fault(line, column, { text, code: parsed.reason, detail: text })
    }
    return values
  }

  /** Takes the values out that break a rule, and says so. */
  sound(line: number, key: string, row: Record<string, unknown>, values: Record<string, unknown>) {
    const { info, draft, place } = this.target
    const sets = Object.entries(values).map(([name, value]): Change => ({
      diff: info.name,
      key,
      path: [name],
      op: 'set',
      value,
      old: ownValue(row, name) ?? null,
    }))
    const touched = sets.filter(({ value, old }) => !equalValues(value, old))
    const faults = localFaults(draft.protocol, touched, place)
    const good: Record<string, unknown> = {}
    for (const change of touched) {
      const name = String(change.path[0])
      const fault = faults.get(placeId(change))
      if (!fault) {
        good[name] = change.value
        continue
      }
      const column = this.columns.find((each) => each?.kind === 'field' && each.field.fieldName === name)
      this.fault(line, column, { text: String(change.value), code: fault.code, detail: fault.detail })
    }
    return good
  }

  add(key: string, cells: readonly string[], line: number): void {
    const { info, draft, place } = this.target
    const faultsBefore = this.plan.faults.length
    const fresh = newRow(draft.protocol, info, key)
    const values = this.valuesOf(cells, line, { key, row: fresh })
    const value = { ...fresh, ...this.sound(line, key, fresh, values) }
    // Half of a new row would be a row nobody asked for.
    if (this.plan.faults.length > faultsBefore) return
    const change: Change = { diff: info.name, key, path: [], op: 'add', value }
    const fault = localFaults(draft.protocol, [change], place).get(placeId(change))
    if (fault)
      return this.fault(line, this.columns[this.keyAt], { text: key, code: fault.code, detail: fault.detail })
    this.plan.changes.push(change)
    this.plan.addedRows += 1
    this.plan.cells += Object.keys(values).length
  }

  line(cells: readonly string[], index: number, line: number): void {
    const { keys, cursor, rowOf, info } = this.target
    const isByKey = this.keyAt !== -1
    const key = isByKey ? this.keyOf(cells, line) : (keys[cursor.row + index] ?? null)
    if (key === null) {
      if (!isByKey) this.fault(line, undefined, { text: cells.join(' '), code: 'no_row', detail: '' })
      return
    }
    const row = rowOf(key)
    if (!row) return this.add(key, cells, line)
    if (row.state === 'removed')
      return this.fault(line, undefined, { text: key, code: 'row_removed', detail: key })
    const values = this.valuesOf(cells, line, row)
    const good = this.sound(line, key, row.row, values)
    const change = rowEdit(info, row, good)
    if (!change) return
    this.plan.changes.push(change)
    this.plan.changedRows += 1
    this.plan.cells += Object.keys(good).length
  }
}

/**
 * What a paste would do, nothing done yet. A first line of column names says which cells go where; else they go on
 * from the cursor. With the key among the columns rows are found by it, and unknown keys become new rows.
 */
export function* planPaste(
  cells: readonly (readonly string[])[],
  target: PasteTarget,
): Generator<number, PastePlan> {
  const head = headOf(cells, target.columns)
  const planner = new Planner(target, Math.max(...cells.slice(0, 50).map(({ length }) => length)), head)
  const start = head ? 1 : 0
  for (let index = start; index < cells.length; index += 1) {
    if (index % SLICE_ROWS === SLICE_ROWS - 1) yield index / cells.length
    planner.line(cells[index] ?? [], index - start, index + 1)
  }
  return planner.plan
}
