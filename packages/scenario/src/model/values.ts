import { LIMITS } from './limits.ts'
import type { Json } from './scenario.ts'

/** Names of variables. */
export const NAME = /^[\p{L}_][\p{L}\p{N}_]{0,99}$/u
const HOLE = /\{\{\s*([\p{L}_][\p{L}\p{N}_]{0,99})\s*\}\}/gu
const WHOLE = /^\{\{\s*([\p{L}_][\p{L}\p{N}_]{0,99})\s*\}\}$/u
const INTEGER = /^-?\d{1,40}$/
const DECIMAL = /^-?\d{1,40}(?:\.\d{1,40})?(?:[eE][-+]?\d{1,3})?$/

/** A value could not be made; `code` says why, `name` which variable it was about. */
export class ValueError extends Error {
  readonly code: 'unknown_variable' | 'too_large'
  readonly variable: string

  constructor(code: 'unknown_variable' | 'too_large', variable: string) {
    super(`${code} ${variable}`)
    this.code = code
    this.variable = variable
  }
}

/** Where the values of variables come from. */
export interface Lookup {
  lookup(name: string): Json | undefined
}

function valueOf(name: string, from: Lookup): Json {
  const value = from.lookup(name)
  if (value === undefined) throw new ValueError('unknown_variable', name)
  return value
}

const asText = (value: Json): string => (typeof value === 'string' ? value : JSON.stringify(value))

interface Room {
  chars: number
}

function take(room: Room, chars: number): void {
  room.chars -= chars
  if (room.chars < 0) throw new ValueError('too_large', '')
}

function fillText(text: string, lookup: Lookup, room: Room): Json {
  if (!text.includes('{{')) {
    take(room, text.length + 2)
    return text
  }
  const whole = WHOLE.exec(text)
  if (whole) {
    const value = valueOf(whole[1]!, lookup)
    take(room, asText(value).length)
    return value
  }
  // Counted while it grows: a name that stands there a thousand times must not become a gigabyte first.
  let filled = ''
  let from = 0
  for (const { 0: hole, 1: name, index } of text.matchAll(HOLE)) {
    const value = asText(valueOf(name!, lookup))
    take(room, value.length + index - from)
    filled += text.slice(from, index) + value
    from = index + hole.length
  }
  take(room, text.length - from)
  return filled + text.slice(from)
}

function fillIn(value: Json, lookup: Lookup, room: Room): Json {
  if (typeof value === 'string') return fillText(value, lookup, room)
  if (Array.isArray(value)) {
    take(room, 2)
    return value.map((each) => fillIn(each, lookup, room))
  }
  if (value === null || typeof value !== 'object') {
    take(room, 8)
    return value
  }
  const filled: { [name: string]: Json } = {}
  for (const [name, each] of Object.entries(value)) {
    take(room, name.length + 4)
    filled[name] = fillIn(each, lookup, room)
  }
  return filled
}

/** A copy with every `{{name}}` replaced; text that is nothing else keeps the kind of the value. */
export function fill(value: Json, lookup: Lookup): Json {
  return fillIn(value, lookup, { chars: LIMITS.valueChars })
}

/** Whether anything in it has to be replaced; what has not may be used as it is. */
export function isFixed(value: Json): boolean {
  return !JSON.stringify(value).includes('{{')
}

function compareNumbers(a: string, b: string): number {
  if (INTEGER.test(a) && INTEGER.test(b)) {
    const [left, right] = [BigInt(a), BigInt(b)]
    return left < right ? -1 : left > right ? 1 : 0
  }
  return Number(a) - Number(b)
}

/** Below 0, 0 or above; numbers by their value, also as text and beyond 2^53; null: not to be compared. */
export function compare(left: Json, right: Json): number | null {
  const [a, b] = [asText(left), asText(right)]
  if (DECIMAL.test(a) && DECIMAL.test(b)) return compareNumbers(a, b)
  if (typeof left !== 'string' || typeof right !== 'string') return null
  return left < right ? -1 : left > right ? 1 : 0
}

function sameItems(left: Json[], right: Json[]): boolean {
  return left.length === right.length && left.every((each, at) => isSame(each, right[at]!))
}

/** Equality by value; the order of fields does not count, and 1 is the same as "1". */
export function isSame(left: Json, right: Json): boolean {
  if (Array.isArray(left) || Array.isArray(right)) {
    return Array.isArray(left) && Array.isArray(right) && sameItems(left, right)
  }
  if (left !== null && right !== null && typeof left === 'object' && typeof right === 'object') {
    const names = Object.keys(left)
    return (
      names.length === Object.keys(right).length &&
      names.every((name) => Object.hasOwn(right, name) && isSame(left[name]!, right[name]!))
    )
  }
  if (typeof left === 'object' || typeof right === 'object') return left === right
  if (typeof left === 'boolean' || typeof right === 'boolean') return left === right
  return compare(left, right) === 0
}
