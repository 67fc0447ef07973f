import { setImmediate as nextTurn } from 'node:timers/promises'
import type { Store } from '@qd/store'
import type { AuditTables, SearchRow } from '../audit-tables.ts'
import { filterParts, isIndexed } from './entry-filter.ts'
import type { EntryQuery } from './entry-filter.ts'
import { indexState } from './entry-index.ts'

export interface SearchOptions {
  query: EntryQuery
  /** Only rows below this `seq`. */
  before?: number
  /** Only rows above this `seq`. */
  after?: number
  limit: number
  nowMs: number
  /** Longest one answer looks; the stretch under way is finished. */
  budgetMs?: number
}

export interface FoundRows {
  rows: SearchRow[]
  next: number | null
  searchedTo: number | null
}

const BUDGET_MS = 120
/** Rows looked at in one statement: SQLite answers nobody else meanwhile. */
const FIRST_STRETCH = 5_000
const STRETCH_GOAL_MS = 30

/** The `seq` between which a time range can lie, both ends included; the clock may have been set back in between. */
async function seqRange(store: Store<AuditTables>, query: EntryQuery): Promise<[number, number]> {
  const { from, to } = query
  const state = await indexState(store.read)
  let [low, high] = [1, state.seq]
  if (from !== undefined) {
    const first = await store.read
      .selectFrom('audit_search')
      .select('seq')
      .where('high_at', '>=', from)
      .orderBy('high_at')
      .orderBy('seq')
      .limit(1)
      .executeTakeFirst()
    low = first?.seq ?? state.seq + 1
  }
  if (to !== undefined) {
    const last = await store.read
      .selectFrom('audit_search')
      .select('seq')
      .where('high_at', '<=', to + state.maxStepBackMs)
      .orderBy('high_at', 'desc')
      .orderBy('seq', 'desc')
      .limit(1)
      .executeTakeFirst()
    high = last?.seq ?? 0
  }
  return [low, high]
}

/** Grows while statements are quick and shrinks when they are not. */
function nextStretch(stretch: number, tookMs: number): number {
  if (tookMs < STRETCH_GOAL_MS / 4) return stretch * 4
  return tookMs < STRETCH_GOAL_MS ? stretch * 2 : Math.max(1_000, Math.floor(stretch / 2))
}

async function readStretch(
  store: Store<AuditTables>,
  options: SearchOptions,
  between: [number, number],
  limit: number,
) {
  return store.read
    .selectFrom('audit_search')
    .selectAll()
    .where('seq', '>=', between[0])
    .where('seq', '<=', between[1])
    .where((eb) => eb.and(filterParts(eb, options.query, options.nowMs)))
    .orderBy('seq', 'desc')
    .limit(limit)
    .execute()
}

async function timeAt(store: Store<AuditTables>, seq: number): Promise<number | null> {
  const row = await store.read
    .selectFrom('audit_search')
    .select('at')
    .where('seq', '>=', seq)
    .orderBy('seq')
    .limit(1)
    .executeTakeFirst()
  return row?.at ?? null
}

/**
 * Newest first, stretch by stretch of the chain: no filter, however rare its rows, makes one answer slow or
 * holds the process. An answer that ran out of time says how far it came.
 */
export async function searchEntries(store: Store<AuditTables>, options: SearchOptions): Promise<FoundRows> {
  const { query, limit, budgetMs = BUDGET_MS } = options
  const [low, high] = await seqRange(store, query)
  const lowest = Math.max(low, (options.after ?? 0) + 1)
  let top = Math.min(high, (options.before ?? Number.MAX_SAFE_INTEGER) - 1)
  let stretch = isIndexed(query) ? FIRST_STRETCH * 4 : FIRST_STRETCH
  const rows: SearchRow[] = []
  const startedMs = performance.now()
  while (top >= lowest) {
    const stretchMs = performance.now()
    const bottom = Math.max(lowest, top - stretch + 1)
    rows.push(...(await readStretch(store, options, [bottom, top], limit - rows.length)))
    if (rows.length === limit) return { rows, next: rows.at(-1)!.seq, searchedTo: null }
    top = bottom - 1
    const nowMs = performance.now()
    if (top >= lowest && nowMs - startedMs > budgetMs) {
      return { rows, next: bottom, searchedTo: await timeAt(store, bottom) }
    }
    stretch = nextStretch(stretch, nowMs - stretchMs)
    await nextTurn()
  }
  return { rows, next: null, searchedTo: null }
}
