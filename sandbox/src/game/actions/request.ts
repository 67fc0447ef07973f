import { GameFailure } from '../game-failure.ts'

type Request = Record<string, unknown>

/** A whole number of the request within its limits; throws 2004. */
export function intOf(request: Request, field: string, limits: { min: number; max: number }): number {
  const value = Number(request[field])
  if (!Number.isInteger(value) || value < limits.min || value > limits.max) {
    throw new GameFailure(2004, `${field} 应在 ${limits.min} 到 ${limits.max}`, { field })
  }
  return value
}

/** An int64 of the request as text; throws 2004 when it is not above 0. */
export function idOf(request: Request, field: string): string {
  const text = String(request[field])
  if (!/^[1-9]\d{0,18}$/.test(text)) throw new GameFailure(2004, `${field} 应大于 0`, { field })
  return text
}

export function required<T>(value: T | undefined | null, message: string): T {
  if (value === undefined || value === null) throw new GameFailure(2004, message)
  return value
}
