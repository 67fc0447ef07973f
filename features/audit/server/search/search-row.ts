import { parseJsonText } from '@qd/canonical-json'
import type { AuditEntry, AuditResult } from '@qd/server-kit'
import { foldForSearch } from '@qd/store'
import type { AuditRow, SearchRow } from '../audit-tables.ts'

export const RESULTS = ['ok', 'refused', 'failed', 'unknown'] as const
export const RISKS = ['R0', 'R1', 'R2', 'R3', 'R4'] as const
export const NO_OUTCOME = 3

/** The columns a search row has, all of them made from the chain. */
export const SEARCH_COLUMNS = [
  'seq',
  'at',
  'high_at',
  'actor_id',
  'actor',
  'action',
  'scope',
  'target',
  'risk',
  'result',
  'request_id',
  'session_id',
  'outcome_seq',
  'words',
] as const satisfies readonly (keyof SearchRow)[]

/** What `entry` of a chain's row holds. */
export interface Written {
  entry: AuditEntry | null
  result: AuditResult | null
}

export const writtenOf = (row: AuditRow) => parseJsonText(row.entry) as Written

/** How an HTTP status (0 for success) counts: what the caller was refused, and what went wrong on our side. */
export function resultOf(status: number | null): number {
  if (status === null) return NO_OUTCOME
  if (status === 0) return 0
  return status < 500 ? 1 : 2
}

const safeText = (text: string) => text.replaceAll('\0', '\uFFFD').toWellFormed()

/**
 * How a row of the chain is looked for, with its outcome where it has one; an outcome has no row of its own. Verification
 * makes them again: when this changes, a migration has to empty `audit_search` and its state.
 */
export function searchRowOf(
  row: AuditRow,
  outcome: Pick<AuditRow, 'seq' | 'status'> | null,
  highAt: number,
): SearchRow {
  const { entry } = writtenOf(row)
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
    result: resultOf(outcome === null ? row.status : outcome.status),
    request_id: safeText(entry?.requestId ?? ''),
    session_id: safeText(entry?.sessionId ?? ''),
    outcome_seq: outcome?.seq ?? null,
    words: safeText(foldForSearch(entry?.reason ?? '')),
  }
}
