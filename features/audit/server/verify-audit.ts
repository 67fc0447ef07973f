import type { Store } from '@qd/store'
import type { Kysely } from 'kysely'
import type { BreakReason, SearchDifference } from '../contract/index.ts'
import type { AuditRow, AuditTables } from './audit-tables.ts'
import { GENESIS_HASH, hashOf } from './chain-row.ts'
import { readHead } from './chain/read-head.ts'
import type { ChainHead } from './chain/read-head.ts'
import { createSearchCheck } from './search/check-search-rows.ts'
import type { SearchCheck } from './search/check-search-rows.ts'

/** The chain alone: `seq` is the first place where it is not what was written. */
export type ChainVerdict =
  | { ok: true; rows: number; head: ChainHead }
  | { ok: false; seq: number; reason: BreakReason }

/** Of a whole chain that the pages do not find as it is: the first places by name, and how many there are. */
export interface SearchVerdict {
  ok: false
  seq: number
  reason: BreakReason
  differences: readonly SearchDifference[]
  differenceCount: number
}

export type Verdict = ChainVerdict | SearchVerdict

/** Small, so that most rows are gone before the garbage collection counts them as old. */
const PAGE_ROWS = 200

function breakAt(row: AuditRow, previous: ChainHead): BreakReason | null {
  if (row.seq > previous.seq + 1) return 'row_missing'
  if (row.seq <= previous.seq) return 'row_unexpected'
  if (hashOf(row) !== row.hash) return 'row_changed'
  if (row.prev_hash !== previous.hash) return 'link_broken'
  return null
}

type Checked = { previous: ChainHead } | { broken: { seq: number; reason: BreakReason } }

/** Heads kept outside the database, by `seq`. */
export type KnownHeads = ReadonlyMap<number, string>

export const headsOf = (heads: readonly ChainHead[]): KnownHeads =>
  new Map(heads.map(({ seq, hash }) => [seq, hash]))

/** Where a chain begins. */
export const CHAIN_START: ChainHead = { seq: 0, hash: GENESIS_HASH }

/** The next links after `previous`, in order of `seq`; rows before the first one are found as well. */
function readLinks(read: Kysely<AuditTables>, previous: ChainHead, limit: number): Promise<AuditRow[]> {
  return read
    .selectFrom('audit_log')
    .selectAll()
    .where('seq', '>', previous.seq === 0 ? Number.MIN_SAFE_INTEGER : previous.seq)
    .orderBy('seq')
    .limit(limit)
    .execute()
}

/** Follows some links; names the first that is not what was written or what a known head says. */
function checkLinks(rows: readonly AuditRow[], start: ChainHead, known: KnownHeads): Checked {
  let previous = start
  for (const row of rows) {
    const reason = breakAt(row, previous)
    if (reason !== null)
      return { broken: { seq: reason === 'row_missing' ? previous.seq + 1 : row.seq, reason } }
    const hash = known.get(row.seq)
    if (hash !== undefined && hash !== row.hash) return { broken: { seq: row.seq, reason: 'head_differs' } }
    previous = { seq: row.seq, hash: row.hash }
  }
  return { previous }
}

export interface Walk {
  known: KnownHeads
  /** Null: the chain alone. */
  search: SearchCheck | null
}

/** Reads some links of one snapshot and holds them, and what the pages find of them, against each other. */
export async function checkStep(
  read: Kysely<AuditTables>,
  previous: ChainHead,
  limit: number,
  { known, search }: Walk,
): Promise<Checked & { rows: number }> {
  const rows = await readLinks(read, previous, limit)
  const checked = checkLinks(rows, previous, known)
  if ('previous' in checked) await search?.look(read, rows, previous.seq)
  return { ...checked, rows: rows.length }
}

/** After the last link: does the chain end where its stored head and the known heads say? */
export function checkEnd(last: ChainHead, head: ChainHead | undefined, known: KnownHeads): ChainVerdict {
  let expectedSeq = head?.seq ?? 0
  for (const seq of known.keys()) expectedSeq = Math.max(expectedSeq, seq)
  if (last.seq < expectedSeq) return { ok: false, seq: last.seq + 1, reason: 'end_missing' }
  if (head?.seq !== last.seq || head.hash !== last.hash) {
    return { ok: false, seq: last.seq, reason: 'head_differs' }
  }
  return { ok: true, rows: last.seq, head: last }
}

/** A broken chain says more than what is found of it. */
export function wholeVerdict(chain: ChainVerdict, search: SearchCheck | null): Verdict {
  const [first] = search?.differences ?? []
  if (!chain.ok || search === null || first === undefined) return chain
  return { ok: false, ...first, differences: search.differences, differenceCount: search.count }
}

/**
 * Reads the whole chain in pages and names the first bad place. Heads kept outside the database uncover a chain that was
 * cut or written anew together with its stored head. A whole chain is held against what the pages find, both ways.
 */
export async function verifyAudit(
  store: Store<AuditTables>,
  heads: readonly ChainHead[] = [],
  { withSearch = true } = {},
): Promise<Verdict> {
  const walk: Walk = { known: headsOf(heads), search: withSearch ? createSearchCheck() : null }
  // One snapshot: rows appended meanwhile must not look like a break.
  return store.read.transaction().execute(async (read) => {
    let previous = CHAIN_START
    let rows = PAGE_ROWS
    while (rows === PAGE_ROWS) {
      const step = await checkStep(read, previous, PAGE_ROWS, walk)
      if ('broken' in step) return { ok: false, ...step.broken }
      ;({ previous, rows } = step)
    }
    const head = await readHead(read)
    await walk.search?.end(read, head?.seq ?? 0)
    return wholeVerdict(checkEnd(previous, head, walk.known), walk.search)
  })
}
