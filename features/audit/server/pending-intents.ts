import { parseJsonText } from '@qd/canonical-json'
import type { AuditEntry } from '@qd/server-kit'
import type { Store } from '@qd/store'
import type { AuditTables } from './audit-tables.ts'

/** An intent nobody wrote an outcome for: the process died in between, so its effect is unknown. */
export interface UnknownIntent {
  intentId: string
  at: number
  entry: AuditEntry
}

/** Leftovers older than `beforeMs`, newest first; younger ones may simply still be running. */
export async function pendingIntents(
  store: Store<AuditTables>,
  { beforeMs, limit = 100 }: { beforeMs: number; limit?: number },
): Promise<UnknownIntent[]> {
  const rows = await store.read
    .selectFrom('audit_log as intent')
    .leftJoin('audit_log as outcome', 'outcome.ref', 'intent.seq')
    .select(['intent.seq', 'intent.at', 'intent.entry'])
    .where('intent.kind', '=', 'intent')
    .where('intent.at', '<', beforeMs)
    .where('outcome.seq', 'is', null)
    .orderBy('intent.seq', 'desc')
    .limit(limit)
    .execute()
  return rows.map((row) => ({
    intentId: String(row.seq),
    at: row.at,
    entry: (parseJsonText(row.entry) as { entry: AuditEntry }).entry,
  }))
}
