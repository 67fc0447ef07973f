import { equalValues, exactInt, isForbiddenKey, readPath, readPathText } from '@qd/protocol-model'
import { calculate } from './arithmetic.ts'
import { StepFailure } from './fault.ts'
import { expressionOf, isArithmetic, isObject, nameOfKey } from './plain.ts'
import { COMPARISONS, FUNCTION_LIMITS } from './steps.ts'
import type { Comparison, Condition, Scope, Template } from './steps.ts'

/** Splits `read.ship.route` or `read.ship["sea route"]` into what it names and the way inside; null for anything else. */
export function referenceOf(text: unknown): { from: 'param' | 'read' | 'target'; path: string[] } | null {
  if (typeof text !== 'string' || text.length > 512) return null
  const [from, ...path] = readPathText(text) ?? []
  if (from !== 'param' && from !== 'read' && from !== 'target') return null
  const isPlain = path.length > 0 && path[0] !== '' && !path.some(isForbiddenKey)
  return isPlain ? { from, path } : null
}

function valueOf(text: unknown, scope: Scope, path: string): unknown {
  const reference = referenceOf(text)
  const name = reference?.path[0]
  if (reference === null || name === undefined || !Object.hasOwn(scope[reference.from], name)) {
    const shown = typeof text === 'string' ? text : JSON.stringify(text)
    throw new StepFailure(path, 'reference_unknown', shown.slice(0, 100))
  }
  return readPath(scope[reference.from], reference.path) ?? null
}

function joined(values: readonly unknown[], path: string): string {
  const wrong = values.find((value) => typeof value !== 'string' && typeof value !== 'number')
  if (wrong !== undefined) throw new StepFailure(path, 'not_text', JSON.stringify(wrong).slice(0, 100))
  // Before they are joined: thousands of long texts are longer than a text can be.
  const length = values.reduce<number>((sum, value) => sum + String(value).length, 0)
  if (length > FUNCTION_LIMITS.text) throw new StepFailure(path, 'too_large', String(length))
  return values.join('')
}

function order(left: unknown, right: unknown, path: string): number {
  const [one, other] = [exactInt(left), exactInt(right)]
  if (one !== null && other !== null) return one < other ? -1 : one > other ? 1 : 0
  if (typeof left === 'number' && typeof right === 'number') return left - right
  throw new StepFailure(
    path,
    'not_comparable',
    `${JSON.stringify(left)} ${JSON.stringify(right)}`.slice(0, 200),
  )
}

function isSame(left: unknown, right: unknown): boolean {
  const [one, other] = [exactInt(left), exactInt(right)]
  return one !== null && other !== null ? one === other : equalValues(left, right)
}

const ORDERED: Record<Exclude<Comparison, 'eq' | 'ne' | 'in'>, (sign: number) => boolean> = {
  lt: (sign) => sign < 0,
  le: (sign) => sign <= 0,
  gt: (sign) => sign > 0,
  ge: (sign) => sign >= 0,
}

export function isCondition(value: unknown): value is Condition {
  return (
    isObject(value) &&
    (COMPARISONS as readonly unknown[]).includes(value['op']) &&
    'left' in value &&
    'right' in value &&
    Object.keys(value).length === 3
  )
}

/** Whether the comparison holds; throws StepFailure. */
export function holdsFor(condition: unknown, scope: Scope, path: string): boolean {
  if (!isCondition(condition)) throw new StepFailure(path, 'condition_wrong')
  const left = fill(condition.left, scope, `${path}.left`)
  const right = fill(condition.right, scope, `${path}.right`)
  const { op } = condition
  if (op === 'eq') return isSame(left, right)
  if (op === 'ne') return !isSame(left, right)
  if (op === 'in') {
    if (!Array.isArray(right))
      throw new StepFailure(path, 'not_comparable', JSON.stringify(right).slice(0, 200))
    return right.some((one) => isSame(left, one))
  }
  return ORDERED[op](order(left, right, path))
}

function express([name, argument]: [string, unknown], scope: Scope, path: string): unknown {
  if (name === '$') return valueOf(argument, scope, path)
  if (!Array.isArray(argument)) throw new StepFailure(path, 'operator_arguments', name)
  if (name === '$if') {
    const [condition, then, otherwise] = argument as unknown[]
    if (argument.length !== 3) throw new StepFailure(path, 'operator_arguments', name)
    const isThen = holdsFor(condition, scope, `${path}.0`)
    return isThen ? fill(then, scope, `${path}.1`) : fill(otherwise, scope, `${path}.2`)
  }
  const isCounted = isArithmetic(name)
  const isFewEnough = name !== '$sub' || argument.length === 2
  if (!isCounted && name !== '$concat') throw new StepFailure(path, 'operator_unknown', name)
  if (argument.length < 2 || !isFewEnough) throw new StepFailure(path, 'operator_arguments', name)
  const values = argument.map((each, index) => fill(each, scope, `${path}.${index}`))
  return isCounted ? calculate(name, values, path) : joined(values, path)
}

/** The value of a template; throws StepFailure with the place of what cannot be. */
export function fill(template: Template, scope: Scope, path: string): unknown {
  if (Array.isArray(template)) return template.map((each, index) => fill(each, scope, `${path}.${index}`))
  if (!isObject(template)) return template
  const expression = expressionOf(template)
  if (expression !== null) return express(expression, scope, `${path}.${expression[0]}`)
  return Object.fromEntries(
    Object.entries(template).map(([key, each]) => {
      const name = nameOfKey(key)
      if (name === null) throw new StepFailure(path, 'operator_unknown', key)
      if (isForbiddenKey(name)) throw new StepFailure(path, 'key_forbidden', name)
      return [name, fill(each, scope, `${path}.${key}`)]
    }),
  )
}
