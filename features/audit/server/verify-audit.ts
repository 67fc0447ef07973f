import type { Store } from '@qd/store'
import type { Kysely } from 'kysely'
import type { AuditRow, AuditTables } from './audit-tables.ts'
import { GENESIS_HASH, hashOf } from './chain-row.ts'

/** The last link, as shown by the verifier and kept elsewhere to notice a cut. */
export interface ChainHead {
  seq: number
  hash: string
}

export type BreakReason =
  | 'row_changed'
  | 'row_missing'
  | 'row_unexpected'
  | 'link_broken'
  | 'end_missing'
  | 'head_differs'

export type Verdict =
  | { ok: true; rows: number; head: ChainHead }
  /** `seq` is the first place where the chain is not what was written. */
  | { ok: false; seq: number; reason: BreakReason }

const PAGE_ROWS = 1_000

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
export function readLinks(
  read: Kysely<AuditTables>,
  previous: ChainHead,
  limit: number,
): Promise<AuditRow[]> {
  return read
    .selectFrom('audit_log')
    .selectAll()
    .where('seq', '>', previous.seq === 0 ? Number.MIN_SAFE_INTEGER : previous.seq)
    .orderBy('seq')
    .limit(limit)
    .execute()
}

/** Follows some links; names the first that is not what was written or what a known head says. */
export function checkLinks(rows: readonly AuditRow[], start: ChainHead, known: KnownHeads): Checked {
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

/** After the last link: does the chain end where its stored head and the known heads say? */
export function checkEnd(last: ChainHead, head: ChainHead | undefined, known: KnownHeads): Verdict {
  let expectedSeq = head?.seq ?? 0
  for (const seq of known.keys()) expectedSeq = Math.max(expectedSeq, seq)
  if (last.seq < expectedSeq) return { ok: false, seq: last.seq + 1, reason: 'end_missing' }
  if (head?.seq !== last.seq || head.hash !== last.hash) {
    return { ok: false, seq: last.seq, reason: 'head_differs' }
  }
  return { ok: true, rows: last.seq, head: last }
}

export function readHead(read: Kysely<AuditTables>): Promise<ChainHead | undefined> {
  return read.selectFrom('audit_head').select(['seq', 'hash']).where('id', '=', 1).executeTakeFirst()
}

/**
 * Reads the whole chain in pages and names the first bad place. Heads kept outside the database uncover
 * a chain that was cut or written anew together with its stored head.
 */
export async function verifyAudit(
  store: Store<AuditTables>,
  heads: readonly ChainHead[] = [],
): Promise<Verdict> {
  const known = headsOf(heads)
  // One snapshot: rows appended meanwhile must not look like a break.
  return store.read.transaction().execute(async (read) => {
    let previous = CHAIN_START
    let rows: AuditRow[]
    do {
      rows = await readLinks(read, previous, PAGE_ROWS)
      const checked = checkLinks(rows, previous, known)
      if ('broken' in checked) return { ok: false, ...checked.broken }
      previous = checked.previous
    } while (rows.length === PAGE_ROWS)
    return checkEnd(previous, await readHead(read), known)
  })
}
