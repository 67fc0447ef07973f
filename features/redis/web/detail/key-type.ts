import type { RowType } from './rows/use-rows.ts'

const ROW_TYPES: ReadonlySet<string> = new Set(['hash', 'list', 'set', 'zset', 'stream'] satisfies RowType[])

/** The type of a key that is read in rows; null for the others. */
export function rowTypeOf(type: string): RowType | null {
  return ROW_TYPES.has(type) ? (type as RowType) : null
}

/** RedisJSON says `ReJSON-RL`; servers that imitate it have names of their own. */
export function isJsonType(type: string): boolean {
  return /json/i.test(type)
}

/** Whether the key can be copied as a command. */
export function isShownType(type: string): boolean {
  return type === 'string' || isJsonType(type) || rowTypeOf(type) !== null
}
