import { exactInt, ownValue } from '@qd/protocol-model'
import type { Change } from '@qd/protocol-model'
import { placeId } from '@qd/player-diff'
import type { DiffInfo } from '@qd/protocol-model'
import { parseInput } from '@qd/web-controls/fields'
import type { Draft } from '../../model/draft.ts'
import type { TableRow } from '../../model/table-rows.ts'
import { localFaults } from '../../state/local-faults.ts'
import type { LocalFault } from '../../state/local-faults.ts'
import type { EditorPlace } from '../../state/editor-context.ts'
import type { GridColumn } from '../view/grid-columns.tsx'
import { canSet, clearedValues, rowEdit } from './row-edits.ts'

export type MultiOp = 'set' | 'add' | 'clear'

/** One column of many rows to be changed alike. */
export interface MultiEdit {
  info: DiffInfo
  column: GridColumn
  op: MultiOp
  /** What was typed as value or as amount. */
  typed: string
}

export interface MultiPlan {
  changes: Change[]
  /** Rows that have the value already. */
  same: number
  faults: { key: string; fault: LocalFault }[]
  /** What was typed cannot be read. */
  wrong: 'not_int' | 'not_float' | 'not_time' | 'not_a_choice' | null
}

const NUMBER = /^[+-]?\d+(\.\d+)?$/

/** A number and an amount added, exact for int64, in the form the number had. */
export function added(value: unknown, typed: string): string | number | null {
  const amount = typed.trim().replaceAll(',', '').replace(/^\+/, '')
  const [whole, more] = [exactInt(value), exactInt(amount)]
  if (whole !== null && more !== null) {
    const sum = whole + more
    const number = Number(sum)
    return typeof value === 'string' || !Number.isSafeInteger(number) ? sum.toString() : number
  }
  if (typeof value !== 'number' || !NUMBER.test(amount)) return null
  return Number((value + Number(amount)).toPrecision(15))
}

type Wrong = MultiPlan['wrong']

function valueOf(
  edit: MultiEdit,
  row: TableRow,
  { draft, place }: { draft: Draft; place: EditorPlace },
): { value: unknown } | { wrong: NonNullable<Wrong> } {
  const { column, op, typed } = edit
  const name = column.field.fieldName
  const current = ownValue(row.row, name)
  if (op === 'clear') return { value: ownValue(clearedValues(draft.protocol, row, [column]), name) }
  if (op === 'add') {
    const value = added(current ?? 0, typed)
    return value === null ? { wrong: column.field.type === 'float' ? 'not_float' : 'not_int' } : { value }
  }
  const parsed = parseInput(column.field, typed, { current, zoneMinutes: place.zoneMinutes })
  return parsed.ok ? { value: parsed.value } : { wrong: parsed.reason }
}

/** What an edit of many rows would do. */
export function planMulti(
  edit: MultiEdit,
  rows: readonly TableRow[],
  at: { draft: Draft; place: EditorPlace },
): MultiPlan {
  const plan: MultiPlan = { changes: [], same: 0, faults: [], wrong: null }
  const { info, column } = edit
  const name = column.field.fieldName
  for (const row of rows) {
    if (!canSet(row, column)) continue
    const result = valueOf(edit, row, at)
    if ('wrong' in result) return { changes: [], same: 0, faults: [], wrong: result.wrong }
    const change = rowEdit(info, row, { [name]: result.value })
    if (!change) {
      plan.same += 1
      continue
    }
    const set: Change = {
      diff: info.name,
      key: row.key,
      path: [name],
      op: 'set',
      value: result.value,
      old: ownValue(row.row, name) ?? null,
    }
    const { draft, place } = at
    const fault = localFaults(draft.protocol, [set], place).get(placeId(set))
    if (fault) plan.faults.push({ key: row.key, fault })
    else plan.changes.push(change)
  }
  return plan
}
