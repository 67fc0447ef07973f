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

/** One entry as it is looked for: an intent with its outcome, or a row that stands alone. Rebuilt from the chain at will. */
export interface SearchRow {
  seq: number
  at: number
  /** Latest `at` of all rows up to this one: grows with `seq`, whatever the clock did. */
  high_at: number
  actor_id: string
  actor: string
  action: string
  scope: string
  target: string
  /** 0 to 4. */
  risk: number
  /** 0 ok, 1 refused, 2 failed, 3 without outcome. */
  result: number
  request_id: string
  session_id: string
  outcome_seq: number | null
  /** The reason, folded for search. */
  words: string
}

export interface AuditTables {
  audit_log: AuditRow
  /** The last link; one row with id 1, locked by whoever appends. */
  audit_head: { id: number; seq: number; hash: string }
  audit_search: SearchRow
  /** `search`: how far the search rows are; `verify`, `ship`: last state of the job; JSON. */
  audit_state: { name: 'search' | 'verify' | 'ship'; value: string }
}
