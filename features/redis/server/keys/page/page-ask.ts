import { AppError } from '@qd/contract-kit'
import type { RouteInput } from '@qd/contract-kit'
import { redisErrors } from '../../../contract/index.ts'
import type { PageRow, keyPage } from '../../../contract/index.ts'
import type { RedisDatabase } from '../../guard/redis-database.ts'

export type PageAsked = RouteInput<typeof keyPage>['body']

/** What one page is read from. */
export interface PageAsk {
  readonly database: RedisDatabase
  readonly key: Buffer
  readonly asked: PageAsked
  /** Entries of the whole key; null: not told. */
  readonly length: number | null
}

export interface PageDone {
  readonly rows: PageRow[]
  /** Empty at the end. */
  readonly cursor: string
  readonly examined: number
}

/** Entries one call looks at for a filter at most; the next call goes on behind them. */
export const EXAMINED_MAX = 20_000
/** Entries asked for at once while a filter is looked for. */
export const CHUNK = 500

/** The page lies behind the last entry (S8.07). */
export const pageEnd = () => new AppError(redisErrors.redis_page_end, { field: 'cursor' })

/** The cursor of a page that counts: how many entries lie before it. */
export function offsetOf(cursor: string): number {
  const offset = cursor === '' ? 0 : Number(cursor)
  if (!Number.isSafeInteger(offset) || offset < 0) throw pageEnd()
  return offset
}
