import { nameOfKey } from '@qd/function-steps'
import { FormulaParser } from './formula-parser.ts'
import type { Condition } from './formula-parser.ts'
import { FormulaError } from './formula-tokens.ts'

export type Read<T> = { ok: true; value: T } | { ok: false; at: number }

const SIGNS: Readonly<Record<Condition['op'], string>> = {
  eq: '=',
  ne: '!=',
  lt: '<',
  le: '<=',
  gt: '>',
  ge: '>=',
  in: 'in',
}
const NAMED = { $min: 'min', $max: 'max', $concat: 'concat' } as const
const PLAIN_REFERENCE = /^(?:param|read|target)(?:\.[\p{L}\p{N}_]+)+$/u
const PLAIN_KEY = /^[\p{L}_][\p{L}\p{N}_]*$/u

function expressionOf(value: object): [name: string, argument: unknown] | null {
  const [first, ...more] = Object.entries(value)
  return first !== undefined && more.length === 0 && nameOfKey(first[0]) === null ? first : null
}

/** How tightly what is written binds: 0 sums, 1 products, 2 everything else. */
function bindingOf(value: unknown): 0 | 1 | 2 {
  const name = typeof value === 'object' && value !== null ? expressionOf(value)?.[0] : undefined
  return name === '$add' || name === '$sub' ? 0 : name === '$mul' ? 1 : 2
}

function inside(value: unknown, floor: 0 | 1 | 2): string {
  return bindingOf(value) < floor ? `(${written(value)})` : written(value)
}

function isSum(value: unknown): boolean {
  return typeof value === 'object' && value !== null && expressionOf(value)?.[0] === '$add'
}

/** The first part of a sum that is itself a sum keeps its parentheses: it is another sum. */
function sumText(parts: readonly unknown[]): string {
  const [first, ...rest] = parts
  const head = isSum(first) ? `(${written(first)})` : inside(first, 0)
  return [head, ...rest.map((part) => inside(part, 1))].join(' + ')
}

function expressionText([name, argument]: [string, unknown]): string {
  if (name === '$') {
    const text = String(argument)
    return PLAIN_REFERENCE.test(text) ? text : `ref(${JSON.stringify(text)})`
  }
  const parts = Array.isArray(argument) ? (argument as unknown[]) : []
  if (name === '$add') return sumText(parts)
  if (name === '$sub') return `${inside(parts[0], 0)} - ${inside(parts[1], 1)}`
  if (name === '$mul') return parts.map((part) => inside(part, 2)).join(' * ')
  if (name === '$if')
    return `if(${conditionText(parts[0] as Condition)}, ${parts.slice(1).map(written).join(', ')})`
  return `${NAMED[name as keyof typeof NAMED]}(${parts.map(written).join(', ')})`
}

function written(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(written).join(', ')}]`
  if (typeof value !== 'object' || value === null) return JSON.stringify(value ?? null)
  const expression = expressionOf(value)
  if (expression !== null) return expressionText(expression)
  const entries = Object.entries(value).map(([key, inner]) => {
    const name = nameOfKey(key) ?? key
    return `${PLAIN_KEY.test(name) ? name : JSON.stringify(name)}: ${written(inner)}`
  })
  return `{${entries.join(', ')}}`
}

/** A condition as it is typed: `read.gold >= param.price`. */
export function conditionText(condition: Condition): string {
  return `${written(condition.left)} ${SIGNS[condition.op]} ${written(condition.right)}`
}

function read<T>(text: string, take: (parser: FormulaParser) => T, shift: number): Read<T> {
  try {
    const parser = new FormulaParser(text)
    const value = take(parser)
    parser.end()
    return { ok: true, value }
  } catch (error) {
    if (error instanceof FormulaError) return { ok: false, at: error.at + shift }
    throw error
  }
}

export function readCondition(text: string): Read<Condition> {
  return read(text, (parser) => parser.condition(), 0)
}

/** What typed text stands for: with `=` in front a formula, else the number or text itself. */
export function readValue(text: string, isText: boolean): Read<unknown> {
  if (text.startsWith('=')) return read(text.slice(1), (parser) => parser.value(), 1)
  const typed = text.trim()
  if (isText || !/^-?\d+(?:\.\d+)?$/.test(typed)) return { ok: true, value: text }
  const number = Number(typed)
  const isExact = typed.includes('.') || Number.isSafeInteger(number)
  return { ok: true, value: isExact ? number : typed }
}

/** A value as it is typed; what would be read otherwise is written as a formula. */
export function valueText(value: unknown, isText: boolean): string {
  if (value === undefined) return ''
  if (typeof value === 'string' || typeof value === 'number') {
    const plain = String(value)
    const back = readValue(plain, isText)
    if (back.ok && Object.is(back.value, value)) return plain
  }
  return `=${written(value)}`
}
