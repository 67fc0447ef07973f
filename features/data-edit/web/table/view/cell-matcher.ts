import { exactInt } from '@qd/protocol-model'
import type { Field } from '@qd/protocol-model'
import { choicesOf, inputKind, parseInput } from '@qd/web-controls/fields'
import { nameOf, valueText } from '../../values/value-text.ts'
import type { ValueContext } from '../../values/value-text.ts'
import type { GridColumn } from './grid-columns.tsx'
import { isNested } from '../is-nested.ts'

export type CellMatcher = (value: unknown) => boolean

type Bound = bigint | number
const OPERATOR = /^(>=|<=|!=|<>|>|<|=)\s*(.+)$/
const RANGE = /^(.+?)\s*\.\.\s*(.+)$/

/** How a value is compared: exactly for ints, else as a number; null when it is none. */
function boundOf(field: Field, value: unknown): Bound | null {
  const exact = exactInt(value)
  if (exact !== null) return exact
  const number = inputKind(field) === 'float' ? Number(value) : Number.NaN
  return Number.isNaN(number) ? null : number
}

function typedBound(field: Field, text: string, context: ValueContext): Bound | null {
  const { zoneMinutes } = context.place
  const parsed = parseInput(field, text, { current: undefined, zoneMinutes })
  return parsed.ok ? boundOf(field, parsed.value) : null
}

const COMPARE: Record<string, (a: Bound, b: Bound) => boolean> = {
  '>': (a, b) => a > b,
  '>=': (a, b) => a >= b,
  '<': (a, b) => a < b,
  '<=': (a, b) => a <= b,
  // An int and a float that say the same are loosely equal.
  '=': (a, b) => a >= b && a <= b,
  '!=': (a, b) => a < b || a > b,
}

/** `>100`, `<= 5`, `=0`, `10..20`; null when the text is no comparison. */
function comparison(field: Field, text: string, context: ValueContext): CellMatcher | null {
  const range = RANGE.exec(text)
  if (range) {
    const low = typedBound(field, range[1] ?? '', context)
    const high = typedBound(field, range[2] ?? '', context)
    if (low === null || high === null) return null
    return (value) => {
      const bound = boundOf(field, value)
      return bound !== null && bound >= low && bound <= high
    }
  }
  const [, operator = '', operand = ''] = OPERATOR.exec(text) ?? []
  const compare = COMPARE[operator === '<>' ? '!=' : operator]
  const limit = compare ? typedBound(field, operand, context) : null
  if (!compare || limit === null) return null
  return (value) => {
    const bound = boundOf(field, value)
    return bound !== null && compare(bound, limit)
  }
}

/** Whether a cell's text, as shown or as stored, contains the needle, which is lower case already. */
export function containsMatcher(column: GridColumn, needle: string, context: ValueContext): CellMatcher {
  const { field } = column
  if (column.kind === 'name') {
    return (value) => nameOf(field, value, context.place)?.toLowerCase().includes(needle) === true
  }
  if (isNested(field)) {
    return (value) => value !== undefined && JSON.stringify(value).toLowerCase().includes(needle)
  }
  const choices = choicesOf(field)
  if (choices) {
    const found = choices.filter(
      ({ label, value }) => label.toLowerCase().includes(needle) || String(value) === needle,
    )
    const values = new Set(found.map(({ value }) => String(value)))
    return (value) => values.has(String(value))
  }
  if (inputKind(field) === 'time') {
    return (value) =>
      String(value) === needle || valueText(field, value, context).toLowerCase().includes(needle)
  }
  const isNumber = field.type !== 'string'
  const plain = isNumber ? needle.replaceAll(',', '') : needle
  if (plain === '') return () => false
  return (value) => value !== undefined && value !== null && String(value).toLowerCase().includes(plain)
}

/** What the filter of a column lets through; null: it filters nothing. */
export function filterMatcher(column: GridColumn, typed: string, context: ValueContext): CellMatcher | null {
  const text = typed.trim()
  if (text === '') return null
  const { field } = column
  const kind = inputKind(field)
  if (column.kind === 'field' && !isNested(field)) {
    if (kind === 'choice' || kind === 'flag') return (value) => String(value) === text
    if (kind !== 'text') {
      const compared = comparison(field, text, context)
      if (compared) return compared
    }
  }
  return containsMatcher(column, text.toLowerCase(), context)
}
