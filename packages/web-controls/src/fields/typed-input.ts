import { exactInt, parseDataProvider } from '@qd/protocol-model'
import type { EnumChoice, Field } from '@qd/protocol-model'
import { formatQuantity } from '@qd/web-base'

/** How a scalar field is shown and typed. */
export type InputKind = 'int' | 'float' | 'text' | 'time' | 'flag' | 'choice'

export type ParsedInput =
  | { ok: true; value: string | number }
  | { ok: false; reason: 'not_int' | 'not_float' | 'not_time' | 'not_a_choice' }

export function choicesOf(field: Field): EnumChoice[] | null {
  const provider = field.dataProvider === undefined ? null : parseDataProvider(field.dataProvider)
  return provider?.kind === 'enum' ? provider.choices : null
}

function isFlag(field: Field): boolean {
  return String(field.min) === '0' && String(field.max) === '1'
}

export function inputKind(field: Field): InputKind {
  const type = field.type === 'array' ? field.itemType : field.type
  const choices = choicesOf(field)
  if (choices) return choices.length === 2 && isFlag(field) ? 'flag' : 'choice'
  if (type === 'int') return field.time ? 'time' : isFlag(field) ? 'flag' : 'int'
  return type === 'float' ? 'float' : 'text'
}

/** Ids are never grouped by thousands: keys, names that end in id, and values that name something else. */
export function isIdField(field: Field, key: string): boolean {
  return (
    field.fieldName === key ||
    /(?:^id|[a-z0-9]Id|_id|ID)$/.test(field.fieldName) ||
    field.dataProvider !== undefined
  )
}

/** `-1234567` as `-1,234,567` the way the reader writes it; an int64 stays complete, and what is no whole number as it is. */
export function groupDigits(text: string): string {
  if (!/^[+-]?\d+$/.test(text)) return text
  return text.startsWith('+') ? `+${formatQuantity(text.slice(1))}` : formatQuantity(text)
}

/** What a number may be: `1–1,200`, `≥ 1`, `≤ 9`; a bound below zero stands apart from the dash. Empty: no limits. */
export function rangeText({ min, max }: Pick<Field, 'min' | 'max'>, isGrouped = true): string {
  const text = (bound: number | string): string => (isGrouped ? groupDigits(String(bound)) : String(bound))
  if (min === undefined) return max === undefined ? '' : `≤ ${text(max)}`
  if (max === undefined) return `≥ ${text(min)}`
  const dash = [min, max].some((bound) => String(bound).startsWith('-')) ? ' – ' : '–'
  return `${text(min)}${dash}${text(max)}`
}

const two = (value: number): string => String(value).padStart(2, '0')

/** A time of the game as its clock reads it; `zoneMinutes` east of UTC. Empty for 0, which means never. */
export function timeText(value: unknown, unit: 's' | 'ms', zoneMinutes: number): string {
  const exact = exactInt(value)
  if (exact === null || exact === 0n) return ''
  const ms = Number(exact) * (unit === 's' ? 1000 : 1) + zoneMinutes * 60_000
  const date = new Date(ms)
  if (Number.isNaN(date.getTime())) return ''
  const day = `${date.getUTCFullYear()}-${two(date.getUTCMonth() + 1)}-${two(date.getUTCDate())}`
  return `${day} ${two(date.getUTCHours())}:${two(date.getUTCMinutes())}:${two(date.getUTCSeconds())}`
}

const TIME = /^(\d{4})-(\d{1,2})-(\d{1,2})(?:[ T](\d{1,2}):(\d{2})(?::(\d{2}))?)?$/

function parseTime(text: string, unit: 's' | 'ms', zoneMinutes: number): number | null {
  const found = TIME.exec(text)
  if (!found) return null
  const [year, month, day, hour, minute, second] = found.slice(1).map((part) => Number(part ?? 0)) as [
    number,
    number,
    number,
    number,
    number,
    number,
  ]
  const date = new Date(Date.UTC(year, month - 1, day, hour, minute, second))
  const isReal =
    date.getUTCMonth() === month - 1 && date.getUTCDate() === day && hour < 24 && minute < 60 && second < 60
  if (!isReal) return null
  const ms = date.getTime() - zoneMinutes * 60_000
  return unit === 's' ? ms / 1000 : ms
}

/** Digits as the data has them: text stays text, a number stays a number while it is exact. */
function intOf(text: string, current: unknown): string | number | null {
  const plain = text
    .replaceAll(/[,\s_]/g, '')
    .replace(/^\+/, '')
    .replace(/^(-?)0+(?=\d)/, '$1')
  const exact = exactInt(plain === '-0' ? '0' : plain)
  // A whole number too large for int64 goes on as text: the check names the limit.
  if (exact === null) return /^-?\d+$/.test(plain) ? plain : null
  const number = Number(exact)
  return typeof current === 'string' || !Number.isSafeInteger(number) ? exact.toString() : number
}

function parseFloatText(text: string): ParsedInput {
  const value = /^[+-]?(\d+\.?\d*|\.\d+)(e[+-]?\d+)?$/i.test(text) ? Number(text) : Number.NaN
  return Number.isFinite(value) ? { ok: true, value } : { ok: false, reason: 'not_float' }
}

/** Reads what was typed into a field, exactly; `current` decides between a number and text for ints. */
export function parseInput(
  field: Field,
  typed: string,
  context: { current: unknown; zoneMinutes: number },
): ParsedInput {
  const kind = inputKind(field)
  if (kind === 'text') return { ok: true, value: typed }
  const text = typed.trim()
  const choice = choicesOf(field)?.find(({ value, label }) => String(value) === text || label === text)
  if (choice) return { ok: true, value: choice.value }
  if (kind === 'choice') return { ok: false, reason: 'not_a_choice' }
  if (kind === 'float') return parseFloatText(text)
  const int = intOf(kind === 'time' && text === '' ? '0' : text, context.current)
  if (kind === 'time' && int === null) {
    const time = parseTime(text, field.time ?? 's', context.zoneMinutes)
    if (time === null) return { ok: false, reason: 'not_time' }
    return { ok: true, value: typeof context.current === 'string' ? String(time) : time }
  }
  return int === null ? { ok: false, reason: 'not_int' } : { ok: true, value: int }
}

/** The value as it is put into an input for editing. */
export function editText(field: Field, value: unknown, zoneMinutes: number): string {
  if (value === undefined || value === null) return ''
  if (inputKind(field) === 'time') {
    // Zero means never and is shown, and typed, as nothing.
    return exactInt(value) === 0n ? '' : timeText(value, field.time ?? 's', zoneMinutes) || String(value)
  }
  return typeof value === 'object' ? JSON.stringify(value) : String(value)
}

/** Bytes a text may have from which on it is meant for letters and the like, which have several lines. */
const ROOMY_BYTES = 240

export function isRoomyText(field: Pick<Field, 'type' | 'maxBytes'>): boolean {
  return field.type === 'string' && (field.maxBytes ?? 0) >= ROOMY_BYTES
}
