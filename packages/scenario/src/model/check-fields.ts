import { Faults } from './faults.ts'
import { isPath } from './json-path.ts'
import { LIMITS } from './limits.ts'
import { BUILT_IN } from './scenario.ts'
import type { Json, Test, TestOperator } from './scenario.ts'
import { isPathOperand } from './tests.ts'
import { NAME } from './values.ts'

export interface At {
  step: string
  field: string
}

export type Reader = (value: unknown, at: At, faults: Faults) => unknown

/** Names that mean something to the language itself. */
const FORBIDDEN = new Set(['__proto__', 'constructor', 'prototype'])
const OPERATORS: readonly TestOperator[] = ['==', '!=', '<', '<=', '>', '>=', 'contains', 'exists', 'missing']

export const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

function isPlainJson(value: unknown, at: At, faults: Faults, depth: number): boolean {
  if (value === null || typeof value === 'boolean' || typeof value === 'string') return true
  if (typeof value === 'number') {
    const isExact = Number.isFinite(value) && (!Number.isInteger(value) || Number.isSafeInteger(value))
    if (!isExact) faults.add('unsafe_number', at, 'write numbers beyond 2^53 as text')
    return isExact
  }
  if (typeof value !== 'object') {
    faults.add('wrong_type', at, 'is no JSON')
    return false
  }
  if (depth >= LIMITS.valueDepth) {
    faults.add('too_deep', at, `is deeper than ${LIMITS.valueDepth}`, { most: LIMITS.valueDepth })
    return false
  }
  const bad = Object.keys(value).find((name) => FORBIDDEN.has(name))
  if (bad !== undefined) {
    faults.add('forbidden_name', at, `may not have a field ${bad}`, { name: bad })
    return false
  }
  return Object.values(value).every((each) => isPlainJson(each, at, faults, depth + 1))
}

export const json: Reader = (value, at, faults) => {
  if (!isPlainJson(value, at, faults, 0)) return null
  if (JSON.stringify(value).length <= LIMITS.valueChars) return structuredClone(value)
  faults.add('too_long', at, `is longer than ${LIMITS.valueChars} characters`, {
    least: 0,
    most: LIMITS.valueChars,
  })
  return null
}

export const text =
  (least: number, most: number): Reader =>
  (value, at, faults) => {
    if (typeof value !== 'string') faults.add('wrong_type', at, 'must be text')
    else if (value.length < least || value.length > most)
      faults.add('too_long', at, `must have ${least} to ${most} characters`, { least, most })
    else return value
    return ''
  }

/** One line: it stands in the text form as it is. */
export const line =
  (most: number): Reader =>
  (value, at, faults) => {
    const read = text(0, most)(value, at, faults) as string
    // A line feed would begin another step.
    if (/[\p{Cc}\u2028\u2029]/u.test(read)) faults.add('wrong_type', at, 'must be one line')
    return read
  }

/** What a scenario or a part is called: it stands as a key in records of scenarios. */
export const title: Reader = (value, at, faults) => {
  const read = line(LIMITS.nameChars)(value, at, faults) as string
  if (FORBIDDEN.has(read)) faults.add('bad_name', at, `may not be called ${read}`)
  return read
}

export const whole =
  (least: number, most: number): Reader =>
  (value, at, faults) => {
    if (typeof value !== 'number' || !Number.isSafeInteger(value))
      faults.add('wrong_type', at, 'must be a whole number')
    else if (value < least || value > most)
      faults.add('out_of_range', at, `must lie between ${least} and ${most}`, { least, most })
    else return value
    return least
  }

export const times: Reader = (value, at, faults) => {
  if (typeof value === 'number') return whole(0, LIMITS.loopTimes)(value, at, faults)
  if (typeof value === 'string' && /^\{\{[\p{L}\p{N}_]{1,100}\}\}$/u.test(value)) return value
  faults.add('wrong_type', at, 'must be a number or {{name}}')
  return 0
}

export const status: Reader = (value, at, faults) =>
  value === 'any' ? value : whole(0, 0xff_ff_ff_ff)(value, at, faults)

export const newName: Reader = (value, at, faults) => {
  if (typeof value !== 'string' || !NAME.test(value) || FORBIDDEN.has(value))
    faults.add('bad_name', at, 'must be a name: letters, digits and _')
  else if ((BUILT_IN as readonly string[]).includes(value))
    faults.add('built_in', at, `${value} is set by every run`, { name: value })
  else return value
  return ''
}

export const message: Reader = (value, at, faults) => {
  if (typeof value === 'string' && /^[\p{L}\p{N}_.:/-]{1,200}$/u.test(value)) return value
  faults.add('bad_name', at, 'must be the name or the number of a command')
  return ''
}

export const path: Reader = (value, at, faults) => {
  if (typeof value === 'string' && value.length <= 500 && isPath(value)) return value
  faults.add('bad_path', at, 'must be a path like $.items[0].id')
  return '$'
}

function operand(value: unknown, at: At, faults: Faults): Json {
  const read = json(value, at, faults) as Json
  if (isPathOperand(read)) path(read, at, faults)
  return read
}

function test(value: unknown, at: At, faults: Faults): Test {
  if (!isRecord(value) || !OPERATORS.includes(value['is'] as never) || value['left'] === undefined) {
    faults.add('bad_test', at, `must have left, is (one of ${OPERATORS.join(' ')}) and right`)
    return { left: null, is: 'exists' }
  }
  const is = value['is'] as TestOperator
  const isUnary = is === 'exists' || is === 'missing'
  const extra = Object.keys(value).find((name) => !['left', 'is', 'right'].includes(name))
  if (extra !== undefined || isUnary === (value['right'] !== undefined))
    faults.add('bad_test', at, isUnary ? `${is} takes left only` : 'must have left, is and right')
  const left = operand(value['left'], at, faults)
  return isUnary ? { left, is } : { left, is, right: operand(value['right'] ?? null, at, faults) }
}

export const tests: Reader = (value, at, faults) => {
  if (Array.isArray(value) && value.length > 0 && value.length <= 50)
    return value.map((each) => test(each, at, faults))
  faults.add('bad_test', at, 'must be a list of 1 to 50 comparisons')
  return []
}
