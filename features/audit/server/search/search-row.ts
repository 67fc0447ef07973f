import type { AuditEntry } from '@qd/server-kit'
import { foldForSearch } from '@qd/store'
import type { AuditRow, SearchRow } from '../audit-tables.ts'

export const RESULTS = ['ok', 'refused', 'failed', 'unknown'] as const
export const RISKS = ['R0', 'R1', 'R2', 'R3', 'R4'] as const
export const NO_OUTCOME = 3

/** How an HTTP status (0 for success) counts: what the caller was refused, and what went wrong on our side. */
export function resultOf(status: number | null): number {
  if (status === null) return NO_OUTCOME
  if (status === 0) return 0
  return status < 500 ? 1 : 2
}

const safeText = (text: string) => text.replaceAll('\0', '\uFFFD').toWellFormed()

/** How a row of the chain is looked for; an outcome has no row of its own. */
export function searchRowOf(row: AuditRow, highAt: number): SearchRow {
  const { entry } = JSON.parse(row.entry) as { entry: AuditEntry | null }
  return {
    seq: row.seq,
    at: row.at,
    high_at: highAt,
    actor_id: row.actor_id,
    actor: safeText(entry?.actor ?? ''),
    action: row.action,
    scope: row.scope,
    target: row.target,
    risk: Math.max(0, RISKS.indexOf(entry?.risk ?? 'R0')),
    result: resultOf(row.status),
    request_id: safeText(entry?.requestId ?? ''),
    session_id: safeText(entry?.sessionId ?? ''),
    outcome_seq: null,
    words: safeText(foldForSearch(entry?.reason ?? '')),
  }
}
