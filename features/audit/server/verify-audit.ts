import type { Store } from '@qd/store'
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

/**
 * Reads the whole chain in pages and names the first bad place. `knownHead`, kept outside the
 * database, uncovers a chain that was cut or written anew together with its stored head.
 */
export async function verifyAudit(store: Store<AuditTables>, knownHead?: ChainHead): Promise<Verdict> {
  // One snapshot: rows appended meanwhile must not look like a break.
  return store.read.transaction().execute(async (read) => {
    let previous: ChainHead = { seq: 0, hash: GENESIS_HASH }
    let rows: AuditRow[]
    do {
      rows = await read
        .selectFrom('audit_log')
        .selectAll()
        .where('seq', '>', previous.seq === 0 ? Number.MIN_SAFE_INTEGER : previous.seq)
        .orderBy('seq')
        .limit(PAGE_ROWS)
        .execute()
      for (const row of rows) {
        const reason = breakAt(row, previous)
        if (reason !== null)
          return { ok: false, seq: reason === 'row_missing' ? previous.seq + 1 : row.seq, reason }
        if (row.seq === knownHead?.seq && row.hash !== knownHead.hash) {
          return { ok: false, seq: row.seq, reason: 'head_differs' }
        }
        previous = { seq: row.seq, hash: row.hash }
      }
    } while (rows.length === PAGE_ROWS)
    const head = await read
      .selectFrom('audit_head')
      .select(['seq', 'hash'])
      .where('id', '=', 1)
      .executeTakeFirst()
    const expectedSeq = Math.max(head?.seq ?? 0, knownHead?.seq ?? 0)
    if (previous.seq < expectedSeq) return { ok: false, seq: previous.seq + 1, reason: 'end_missing' }
    if (head?.seq !== previous.seq || head.hash !== previous.hash) {
      return { ok: false, seq: previous.seq, reason: 'head_differs' }
    }
    return { ok: true, rows: previous.seq, head: previous }
  })
}
