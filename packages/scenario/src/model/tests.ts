import { readPath } from './json-path.ts'
import type { Json, Test } from './scenario.ts'
import { compare, fill, isSame } from './values.ts'
import type { Lookup } from './values.ts'

/** What the operands of a comparison are read from. */
export interface Source extends Lookup {
  /** The last frame that came; undefined: none yet. */
  body(): Json | undefined
}

const isPathText = (value: string) => value.startsWith('$') && !value.startsWith('$$')

export const isPathOperand = (value: Json): boolean => typeof value === 'string' && isPathText(value)

/** The value an operand stands for; undefined where a path leads nowhere. */
export function operandValue(value: Json, source: Source): Json | undefined {
  if (typeof value === 'string' && isPathText(value)) {
    const body = source.body()
    return body === undefined ? undefined : readPath(body, value)
  }
  const plain = typeof value === 'string' && value.startsWith('$$') ? value.slice(1) : value
  return fill(plain, source)
}

function contains(whole: Json, part: Json): boolean {
  if (typeof whole === 'string') return whole.includes(typeof part === 'string' ? part : JSON.stringify(part))
  if (Array.isArray(whole)) return whole.some((each) => isSame(each, part))
  return whole !== null && typeof whole === 'object' && typeof part === 'string' && Object.hasOwn(whole, part)
}

function isOrdered(is: Test['is'], left: Json, right: Json): boolean {
  const order = compare(left, right)
  if (order === null || Number.isNaN(order)) return false
  if (is === '<') return order < 0
  if (is === '<=') return order <= 0
  return is === '>' ? order > 0 : order >= 0
}

/** Whether a comparison holds. What is not there equals nothing and is in no order with anything. */
export function holds(test: Test, source: Source): boolean {
  const left = operandValue(test.left, source)
  if (test.is === 'exists') return left !== undefined
  if (test.is === 'missing') return left === undefined
  const right = operandValue(test.right ?? null, source)
  if (left === undefined || right === undefined) return test.is === '!='
  if (test.is === '==') return isSame(left, right)
  if (test.is === '!=') return !isSame(left, right)
  return test.is === 'contains' ? contains(left, right) : isOrdered(test.is, left, right)
}

/** The first that does not hold; undefined: all do. */
export function firstBroken(tests: readonly Test[], source: Source): Test | undefined {
  return tests.find((test) => !holds(test, source))
}
