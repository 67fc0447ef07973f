import type { Store } from '@qd/store'
import type { AuditRow, AuditTables } from '../audit-tables.ts'
import { RUNNING_MS } from './entry-filter.ts'
import type { BareEntry } from './name-entries.ts'
import { NO_OUTCOME, RESULTS, RISKS, searchRowOf, writtenOf } from './search-row.ts'
import type { Written } from './search-row.ts'

/** An entry with its links of the chain. */
export interface WholeEntry {
  listed: BareEntry
  row: AuditRow
  written: Written
  outcome: AuditRow | null
}

/** How an entry is shown: all of it from the chain, since search rows only say where to look. */
function listedOf(row: AuditRow, outcome: AuditRow | null, nowMs: number): BareEntry {
  const shown = searchRowOf(row, outcome, row.at)
  const { entry, result } = writtenOf(row)
  const ended = outcome === null ? result : writtenOf(outcome).result
  const isRunning = shown.result === NO_OUTCOME && row.at >= nowMs - RUNNING_MS
  return {
    seq: row.seq,
    at: row.at,
    actorId: shown.actor_id,
    actor: shown.actor,
    action: shown.action,
    scope: shown.scope,
    target: shown.target,
    risk: RISKS[shown.risk] ?? 'R0',
    result: isRunning ? 'running' : (RESULTS[shown.result] ?? 'unknown'),
    status: ended?.status ?? null,
    code: ended?.code ?? '',
    durationMs: outcome === null ? null : Math.max(0, outcome.at - row.at),
    reason: entry?.reason ?? '',
    requestId: shown.request_id,
    sessionId: shown.session_id,
  }
}

/** Reads what the chain says under these `seq`; their order is kept, what is no entry there is left out. */
export async function readEntries(
  store: Store<AuditTables>,
  seqs: readonly number[],
  nowMs: number,
): Promise<WholeEntry[]> {
  if (seqs.length === 0) return []
  const rows = await store.read.selectFrom('audit_log').selectAll().where('seq', 'in', seqs).execute()
  const outcomes = await store.read.selectFrom('audit_log').selectAll().where('ref', 'in', seqs).execute()
  const bySeq = new Map(rows.map((row) => [row.seq, row]))
  const byRef = new Map(outcomes.map((row) => [row.ref, row]))
  return seqs.flatMap((seq) => {
    const row = bySeq.get(seq)
    if (row === undefined || row.kind === 'outcome') return []
    const outcome = byRef.get(seq) ?? null
    return [{ listed: listedOf(row, outcome, nowMs), row, written: writtenOf(row), outcome }]
  })
}

/** What was noted with a row, of the entry and of its own result. */
export function detailOf({ written }: WholeEntry): Record<string, unknown> {
  return { ...written.entry?.detail, ...written.result?.detail }
}

export function outcomeDetail(outcome: AuditRow): Record<string, unknown> {
  return writtenOf(outcome).result?.detail ?? {}
}
