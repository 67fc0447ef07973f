import { ownValue } from '@qd/protocol-model'
import type { DiffInfo, Field } from '@qd/protocol-model'
import { COLUMN_WIDTHS } from '@qd/web-tables'
import type { DataColumn } from '@qd/web-tables'
import type { ReactNode } from 'react'
import { choicesOf, groupDigits, inputKind, isIdField } from '@qd/web-controls/fields'
import type { TableRow } from '../../model/table-rows.ts'
import type { Awaited } from '../../model/awaited.ts'
import { isPlain } from '../../model/wrong-type.ts'
import { nameOf, valueText } from '../../values/value-text.ts'
import type { ValueContext } from '../../values/value-text.ts'
import { ValueView } from '../../values/value-view.tsx'
import { isNested } from '../is-nested.ts'

/** A column of the grid: a field, or the name behind an id field. */
export interface GridColumn extends DataColumn<TableRow> {
  field: Field
  kind: 'field' | 'name'
  isEditable: boolean
  /** Why nobody here may type into it; null: its cells take values. */
  lock: string | null
  /** What an edit of unknown outcome wished for its cell of a row; null: the cell waits for no answer. */
  awaitedAt: (rowKey: string) => Awaited | null
}

/** Why a field of the rows is locked, and whether it is their key. */
export type LockOf = (fieldName: string) => string | null

const NO_LOCK: LockOf = () => null

/** What is awaited of a field in one row. */
export type AwaitedOf = (fieldName: string, rowKey: string) => Awaited | null

const NONE_AWAITED: AwaitedOf = () => null

/** Pixels of one digit, of the space around a number, and of a mark before it. */
const DIGIT = 7.3
const NUMBER_SPACE = 24
const MARK = 16
/** What a number may be at most: 19 digits, six separators and a sign. */
const MOST_SIGNS = 26

/** Pixels around the label of a choice, and what its column has at most. */
const CHOICE_SPACE = 36
const MOST_CHOICE = 212

/** Pixels around the name in a head, and what its column has at most because of it. */
const HEAD_SPACE = 30
const MOST_HEAD = 168

interface Size {
  width: number
  isGrowing: boolean
}

/** Signs of the longest number a column may have to show: by its range, and by the numbers that are there. */
function signsOf(field: Field, isId: boolean, numbers: readonly string[]): number {
  const bounds = [field.min, field.max].flatMap((bound) => (bound === undefined ? [] : String(bound)))
  const texts = [...bounds, ...numbers].map((text) => (isId ? text : groupDigits(text)))
  return Math.min(MOST_SIGNS, Math.max(0, ...texts.map(({ length }) => length)))
}

/** Pixels of a label, about; letters twice as wide where they are. */
function wide(label: string): number {
  return [...label].reduce((sum, sign) => sum + (sign > '\u2E7F' ? 12 : 6.6), 0)
}

/** Room for the longest label of a choice. */
function choiceWidth(field: Field): number {
  const longest = Math.max(0, ...(choicesOf(field) ?? []).map(({ label }) => wide(label)))
  return Math.round(Math.min(MOST_CHOICE, Math.max(92, longest + CHOICE_SPACE)))
}

/** Room for the head, which is bold; a very long name of a game is cut. */
function headWidth({ name }: Field): number {
  return Math.round(Math.min(MOST_HEAD, wide(name) * 1.08 + HEAD_SPACE))
}

/** As wide as its head and its values need. */
function sizeOf(field: Field, isId: boolean, numbers: readonly string[]): Size {
  const { width, isGrowing } = valueSize(field, isId, numbers)
  return { width: Math.max(width, headWidth(field)), isGrowing }
}

function valueSize(field: Field, isId: boolean, numbers: readonly string[]): Size {
  if (isNested(field)) return { width: field.type === 'array' ? 110 : 190, isGrowing: false }
  const kind = inputKind(field)
  if (kind === 'flag') return { width: 72, isGrowing: false }
  if (kind === 'choice') return { width: choiceWidth(field), isGrowing: false }
  if (kind === 'time') return { width: COLUMN_WIDTHS.time, isGrowing: false }
  if (kind === 'text') return { width: 160, isGrowing: true }
  const needed = signsOf(field, isId, numbers) * DIGIT + NUMBER_SPACE + (isId ? 0 : MARK)
  return { width: Math.round(Math.max(isId ? 96 : 112, needed)), isGrowing: false }
}

function isNamed(field: Field): boolean {
  return ['gameProp', 'server', 'channel'].includes(field.dataProvider ?? '')
}

/** What a cell shows; the key of a row that is no row is still known by where it stands. */
function shownValue(info: DiffInfo, field: Field, { key, row }: TableRow): unknown {
  return field.fieldName === info.key && !isPlain(row) ? key : ownValue(row, field.fieldName)
}

function nameColumn(info: DiffInfo, field: Field, title: string, context: ValueContext): GridColumn {
  const text = (row: TableRow): string => nameOf(field, shownValue(info, field, row), context.place) ?? ''
  return {
    key: `${field.fieldName}:name`,
    title,
    subTitle: field.dataProvider,
    width: 130,
    isGrowing: true,
    align: 'left',
    field,
    kind: 'name',
    isEditable: false,
    lock: null,
    awaitedAt: () => null,
    text,
    render: (row): ReactNode => text(row) || '–',
  }
}

/** Numbers of some rows by field, so that columns are as wide as what is in them. */
export type NumberSample = ReadonlyMap<string, readonly string[]>

export function sampleNumbers(info: DiffInfo, first: readonly Record<string, unknown>[]): NumberSample {
  const numbers = info.fields.filter(({ type }) => type === 'int')
  return new Map(
    numbers.map(({ fieldName }) => [fieldName, first.map((row) => String(ownValue(row, fieldName) ?? ''))]),
  )
}

interface ColumnSource {
  info: DiffInfo
  context: ValueContext
  sample: NumberSample
  lockOf: LockOf
  awaitedOf: AwaitedOf
}

function fieldColumn(field: Field, { info, context, sample, lockOf, awaitedOf }: ColumnSource): GridColumn {
  const lock = lockOf(field.fieldName)
  const isId = isIdField(field, info.key)
  const kind = inputKind(field)
  const isNumber = !isNested(field) && (kind === 'int' || kind === 'float')
  return {
    key: field.fieldName,
    title: field.name,
    subTitle: field.fieldName,
    ...sizeOf(field, isId, sample.get(field.fieldName) ?? []),
    align: isNumber && !isId ? 'right' : 'left',
    isFixed: field.fieldName === info.key,
    field,
    kind: 'field',
    // A row's key is its address and cannot change.
    isEditable: field.fieldName !== info.key && !isNested(field) && lock === null,
    lock,
    // What is awaited of a row as a whole does not change its address.
    awaitedAt: (rowKey) => (field.fieldName === info.key ? null : awaitedOf(field.fieldName, rowKey)),
    text: (row) => {
      const value = shownValue(info, field, row)
      if (value === undefined || value === null) return ''
      if (typeof value === 'object') return JSON.stringify(value)
      return isNumber ? String(value) : valueText(field, value, context)
    },
    render: (row) => <ValueView field={field} value={shownValue(info, field, row)} context={context} />,
  }
}

/** Columns of a table in the order of its fields, names behind the ids they belong to. */
export function gridColumns(
  info: DiffInfo,
  context: ValueContext,
  nameTitle: string,
  {
    sample = new Map(),
    lockOf = NO_LOCK,
    awaitedOf = NONE_AWAITED,
  }: { sample?: NumberSample; lockOf?: LockOf; awaitedOf?: AwaitedOf } = {},
): GridColumn[] {
  return info.fields.flatMap((field) => {
    const column = fieldColumn(field, { info, context, sample, lockOf, awaitedOf })
    return isNamed(field) ? [column, nameColumn(info, field, nameTitle, context)] : [column]
  })
}
