import type { PlayerCondition } from '@qd/game-contract'

/** A condition as SQL over the table of players, with what fills it. */
export interface ConditionSql {
  sql: string
  values: (string | number)[]
}

const MS = 1000

/** Times of the table are seconds: the first whole one at or after a moment. */
const secondsFrom = (ms: number): number => Math.ceil(ms / MS)

export function conditionSql(where: PlayerCondition): ConditionSql {
  const parts: string[] = []
  const values: (string | number)[] = []
  const add = (part: string, ...more: (string | number)[]): void => {
    parts.push(part)
    values.push(...more)
  }
  const { channels, level, vip, registered, lastLogin } = where
  if (channels !== undefined) add(`channel in (${channels.map(() => '?').join()})`, ...channels)
  for (const [column, range] of [
    ['level', level],
    ['vip', vip],
  ] as const) {
    if (range?.min !== undefined) add(`${column} >= ?`, range.min)
    if (range?.max !== undefined) add(`${column} <= ?`, range.max)
  }
  for (const [column, times] of [
    ['created_at', registered],
    ['last_login_at', lastLogin],
  ] as const) {
    if (times?.from !== undefined) add(`${column} >= ?`, secondsFrom(times.from))
    if (times?.to !== undefined) add(`${column} < ?`, secondsFrom(times.to))
  }
  return { sql: parts.length === 0 ? 'true' : parts.join(' and '), values }
}
