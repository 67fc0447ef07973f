import { exactInt } from '@qd/protocol-model'
import { StepFailure } from './fault.ts'
import type { Arithmetic } from './plain.ts'

const INT64_MIN = -(2n ** 63n)
const INT64_MAX = 2n ** 63n - 1n

const EXACT: Record<Arithmetic, (left: bigint, right: bigint) => bigint> = {
  $add: (left, right) => left + right,
  $sub: (left, right) => left - right,
  $mul: (left, right) => left * right,
  $min: (left, right) => (left < right ? left : right),
  $max: (left, right) => (left > right ? left : right),
}

const FLOAT: Record<Arithmetic, (left: number, right: number) => number> = {
  $add: (left, right) => left + right,
  $sub: (left, right) => left - right,
  $mul: (left, right) => left * right,
  $min: Math.min,
  $max: Math.max,
}

function floatOf(value: unknown, path: string): number {
  const exact = exactInt(value)
  const number = exact === null ? value : Number(exact)
  const isRounded = exact !== null && BigInt(Math.trunc(Number(exact))) !== exact
  if (typeof number !== 'number' || !Number.isFinite(number) || isRounded) {
    throw new StepFailure(path, 'not_a_number', String(value))
  }
  return number
}

/** Whole numbers exactly, as text where one came as text or it is beyond 2^53; with a fraction as floats. */
export function calculate(name: Arithmetic, values: readonly unknown[], path: string): number | string {
  const exact = values.map(exactInt)
  if (exact.every((value) => value !== null)) {
    const result = exact.reduce((left, right) => {
      const next = EXACT[name](left, right)
      if (next < INT64_MIN || next > INT64_MAX) throw new StepFailure(path, 'out_of_int64', next.toString())
      return next
    })
    const isText = values.some((value) => typeof value === 'string') || !Number.isSafeInteger(Number(result))
    return isText ? result.toString() : Number(result)
  }
  const result = values.map((value) => floatOf(value, path)).reduce(FLOAT[name])
  if (!Number.isFinite(result)) throw new StepFailure(path, 'not_a_number', String(result))
  return result
}
