import type { AuditEntry, AuditResult } from '@qd/server-kit'
import type { Store } from '@qd/store'
import type { AuditListEntry } from '../../contract/index.ts'
import type { AuditRow, AuditTables, SearchRow } from '../audit-tables.ts'
import { RUNNING_MS } from './entry-filter.ts'
import { NO_OUTCOME, RESULTS, RISKS } from './search-row.ts'

interface Written {
  entry: AuditEntry | null
  result: AuditResult | null
}

/** A search row with its links of the chain. */
export interface WholeEntry {
  listed: AuditListEntry
  row: AuditRow
  written: Written
  outcome: AuditRow | null
}

const writtenOf = (row: AuditRow) => JSON.parse(row.entry) as Written

function listedOf(found: SearchRow, row: AuditRow, outcome: AuditRow | null, nowMs: number): AuditListEntry {
  const { entry, result } = writtenOf(row)
  const ended = outcome === null ? result : writtenOf(outcome).result
  const isRunning = found.result === NO_OUTCOME && found.at >= nowMs - RUNNING_MS
  return {
    seq: found.seq,
    at: found.at,
    actorId: found.actor_id,
    actor: found.actor,
    action: found.action,
    scope: found.scope,
    target: found.target,
    targetName: '',
    risk: RISKS[found.risk] ?? 'R0',
    result: isRunning ? 'running' : (RESULTS[found.result] ?? 'unknown'),
    status: ended?.status ?? null,
    code: ended?.code ?? '',
    durationMs: outcome === null ? null : Math.max(0, outcome.at - found.at),
    reason: entry?.reason ?? '',
    requestId: found.request_id,
    sessionId: found.session_id,
  }
}

/** Reads what the chain itself says about found rows; their order is kept. */
export async function readEntries(
  store: Store<AuditTables>,
  found: readonly SearchRow[],
  nowMs: number,
): Promise<WholeEntry[]> {
  const wanted = found.flatMap(({ seq, outcome_seq: outcome }) => (outcome === null ? [seq] : [seq, outcome]))
  if (wanted.length === 0) return []
  const rows = await store.read.selectFrom('audit_log').selectAll().where('seq', 'in', wanted).execute()
  const bySeq = new Map(rows.map((row) => [row.seq, row]))
  return found.flatMap((each) => {
    const row = bySeq.get(each.seq)
    const outcome = bySeq.get(each.outcome_seq ?? -1) ?? null
    if (row === undefined) return []
    return [{ listed: listedOf(each, row, outcome, nowMs), row, written: writtenOf(row), outcome }]
  })
}

/** What was noted with a row, of the entry and of its own result. */
export function detailOf({ written }: WholeEntry): Record<string, unknown> {
  return { ...written.entry?.detail, ...written.result?.detail }
}

export function outcomeDetail(outcome: AuditRow): Record<string, unknown> {
  return writtenOf(outcome).result?.detail ?? {}
}
