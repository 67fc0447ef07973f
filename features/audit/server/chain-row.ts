import { hash } from 'node:crypto'
import type { AuditEntry, AuditResult } from '@qd/server-kit'
import type { AuditKind } from '../contract/index.ts'
import type { AuditRow } from './audit-tables.ts'
import { canonicalJson } from '@qd/canonical-json'

/** `prev_hash` of the first row. */
export const GENESIS_HASH = '0'.repeat(64)

/** What is appended, before it has a place in the chain. */
export interface AuditFact {
  kind: AuditKind
  ref: number | null
  entry: AuditEntry | null
  result: AuditResult | null
}

export type UnlinkedRow = Omit<AuditRow, 'seq' | 'prev_hash' | 'hash'>

/** Columns must come back byte for byte from both databases: PostgreSQL holds neither NUL nor lone surrogates. */
function columnText(text: string): string {
  return text.replaceAll('\0', '\uFFFD').toWellFormed()
}

/** Everything of a row that is known before the head is locked. */
export function rowOf(fact: AuditFact, atMs: number): UnlinkedRow {
  const { entry, result } = fact
  return {
    at: atMs,
    kind: fact.kind,
    ref: fact.ref,
    actor_id: columnText(entry?.actorId ?? ''),
    action: columnText(entry?.action ?? ''),
    scope: columnText(entry?.scope ?? ''),
    target: columnText(entry?.target ?? ''),
    status: result?.status ?? null,
    entry: canonicalJson({ entry, result }),
  }
}

/** SHA-256 over canonical JSON of the row with its place in the chain; hex. The keys stand in canonical order already. */
export function hashOf(row: Omit<AuditRow, 'hash'>): string {
  return hash(
    'sha256',
    JSON.stringify({
      action: row.action,
      actor_id: row.actor_id,
      at: row.at,
      entry: row.entry,
      kind: row.kind,
      prev_hash: row.prev_hash,
      ref: row.ref,
      scope: row.scope,
      seq: row.seq,
      status: row.status,
      target: row.target,
    }),
    'hex',
  )
}
