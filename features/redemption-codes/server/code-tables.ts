import type { RequestStanding } from '@qd/contract-kit'
import type { BatchKind, BatchState, RedemptionState } from '../contract/index.ts'

export interface BatchRow {
  id: string
  number: number
  game: string
  operator: string
  line_id: string
  scope: string
  environment: string
  name: string
  /** Folded for the search. */
  name_search: string
  note: string
  kind: BatchKind
  state: BatchState
  revision: number
  quantity: number
  length: number
  prefix: string
  /** Sealed; empty: the universal code is made. */
  word: string
  per_code: number | null
  per_player_code: number | null
  per_player_batch: number | null
  total: number | null
  valid_from: number | null
  valid_to: number | null
  zone: string
  /** JSON. */
  gift: string
  limits: string
  also_lines: string
  export_once: number
  /** What all codes come from, sealed; null: not released yet, or fetched for good. */
  seed: string | null
  generated: number
  /** Where making goes on: the segment, how many of it are done, and the next code that fills a gap. */
  gen_segment: number
  gen_done: number
  gen_next: number
  /** Codes of the seed that another batch has, JSON list of numbers. */
  skipped: string
  exports: number
  exported: number
  used: number
  confirmed: number
  created_by: string
  created_at: number
  released_by: string
  released_at: number | null
  job_id: string | null
  /** The request for approval that counts for it. */
  request_id: string | null
  request_number: number | null
  request_state: RequestStanding['state'] | null
}

export interface CodeRow {
  /** Keyed digest of the code: without the key it gives nothing away. */
  digest: string
  batch: number
  last4: string
  /** Which code of the seed it is. */
  n: number
  used: number
  is_void: number
}

export interface RedemptionRow {
  id: string
  batch: number
  digest: string
  last4: string
  server_key: string
  s_id: number
  request_id: string
  u_id: string
  role_id: string
  channel: string
  state: RedemptionState
  at: number
  expires_at: number
  settled_at: number | null
}

/** Wrong codes of one role or address. */
export interface GuessRow {
  key: string
  since: number
  wrong: number
  /** How often it was too many, one after the other. */
  strikes: number
  blocked_until: number
}

export interface CodeTables {
  code_batch: BatchRow
  code_counter: { id: string; next: number }
  code_key: { id: string; sealed: string }
  code: CodeRow
  code_redemption: RedemptionRow
  code_guess: GuessRow
}
