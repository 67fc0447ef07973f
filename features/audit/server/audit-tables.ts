import type { AuditKind } from '../contract/index.ts'

/** One link of the chain; `seq` starts at 1 and has no gaps, `entry` is canonical JSON. */
export interface AuditRow {
  seq: number
  at: number
  kind: AuditKind
  /** The intent this outcome belongs to. */
  ref: number | null
  actor_id: string
  action: string
  scope: string
  target: string
  /** 0, the HTTP status of the refusal, or null while nobody knows. */
  status: number | null
  entry: string
  prev_hash: string
  hash: string
}

export interface AuditTables {
  audit_log: AuditRow
  /** The last link; one row with id 1, locked by whoever appends. */
  audit_head: { id: number; seq: number; hash: string }
}
