import type { AuditRow } from './audit-tables.ts'
import type { SearchDeps } from './search/search-deps.ts'

/** Where rows that name something are to be found, without reading the whole chain. */
export interface NamedRows {
  /** What their entries say somewhere. */
  name: string
  /** Object of the rows. */
  target: string
  /** Requests that worked on it. */
  requestIds: readonly string[]
}

const MOST_ROWS = 2_000

/** The links of the chain that name something, with the outcomes of their intents, oldest first. */
export async function rowsNaming(
  { store, index }: Pick<SearchDeps, 'store' | 'index'>,
  { name, target, requestIds }: NamedRows,
): Promise<AuditRow[]> {
  await index.catchUp()
  const found = await store.read
    .selectFrom('audit_search')
    .select(['seq', 'outcome_seq'])
    .where((eb) => eb.or([eb('target', '=', target), eb('request_id', 'in', requestIds)]))
    .orderBy('seq')
    .limit(MOST_ROWS)
    .execute()
  const seqs = found.flatMap(({ seq, outcome_seq: outcome }) => (outcome === null ? [seq] : [seq, outcome]))
  if (seqs.length === 0) return []
  const rows = await store.read
    .selectFrom('audit_log')
    .selectAll()
    .where('seq', 'in', seqs)
    .orderBy('seq')
    .execute()
  const named = new Set(rows.filter(({ entry }) => entry.includes(name)).map(({ seq }) => seq))
  return rows.filter(({ seq, ref }) => named.has(seq) || (ref !== null && named.has(ref)))
}
