import type { Environment, Risk } from '@qd/contract-kit'
import type { FlowExecution, FlowStatus } from '@qd/approval-flow'
import type { ApprovalEvent } from '../contract/index.ts'

export type Flag = 0 | 1

/** Times are ms UTC; JSON is text. */
export interface ApprovalTables {
  approval_request: {
    id: string
    /** What people call it; counts up. */
    number: number
    type: string
    /** `POST /adjust/bulk/start` */
    route: string
    /** Title of that route. */
    action: string
    status: FlowStatus
    execution: FlowExecution
    is_stopping: Flag
    /** Raised by each change: what somebody decides on is what they have read. */
    version: number
    revision: number
    /** From 0. */
    stage: number
    policy_id: string
    /** JSON of a KeptPolicy: as it was when the revision was handed in. */
    policy: string
    owner_id: string
    owner: string
    owner_token: string | null
    lang: string
    /** JSON of Words. */
    title: string
    /** What it is called in the author's language, folded for search. */
    title_text: string
    reason: string
    ticket: string
    risk: Risk
    scope: string
    environment: Environment | null
    /** JSON of PlaceRef[]: all places it touches. */
    places: string
    value_rows: number
    /** It touches at least `value_rows`, and nobody can say how many more. */
    has_more_rows: Flag
    /** The least it is worth. */
    value_worth: string
    is_worth_complete: Flag
    is_sensitive: Flag
    /** JSON of Effects. */
    effects: string
    hash: string
    content_hash: string
    window_from: number | null
    window_to: number | null
    is_auto: Flag
    is_override: Flag
    hint: string
    /** JSON of a GivenRole: what deciders must be able to give themselves; null: it gives nothing. */
    gives: string | null
    created_at: number
    updated_at: number
    decided_at: number | null
    expires_at: number | null
    /** The call of the execution has passed its checks and may have done something. */
    has_begun: Flag
    /** It has written to the store. */
    has_written: Flag
    started_at: number | null
    ended_at: number | null
    job_id: string | null
    run_code: string
    /** JSON of Words. */
    run_words: string | null
  }
  approval_proof_key: {
    /** SHA-256 of the public key, hex. */
    fingerprint: string
    /** `active`, which only one key has, else the fingerprint. */
    slot: string
    /** SPKI in DER, base64. */
    public_key: string
    /** The private key, sealed. */
    sealed: string
    state: 'active' | 'retired' | 'revoked'
    made_at: number
    /** The call that made it, and the one that ended it: they name their rows of the audit. */
    made_in: string
    ended_at: number | null
    ended_in: string | null
    /** Rows of the audit in which it began and ended, once they are found there. */
    from_seq: number | null
    to_seq: number | null
  }
  /** Never changed. */
  approval_revision: {
    request_id: string
    revision: number
    /** JSON of `{params, query, body}`, sealed. */
    input: string
    about: string
    /** What the hash is of: canonical JSON, secrets by their digests. */
    content: string
    title: string
    reason: string
    hash: string
    content_hash: string
    bases: string
    preview: string
    by_id: string
    by_name: string
    by_person: string
    by_token: string | null
    /** Id of the call that brought it, as the audit knows it. */
    call_id: string
    at: number
  }
  /** The text below the parameters, in parts. */
  approval_text: { request_id: string; revision: number; part: number; body: string }
  approval_object: { request_id: string; object: string }
  approval_vote: {
    id: string
    request_id: string
    revision: number
    /** From 0; -1: a veto, -2: a rejection. */
    stage: number
    voter_id: string
    voter: string
    person: string
    voice_id: string
    voice_name: string
    voice: string
    decision: 'approve' | 'reject' | 'veto'
    reason: string
    hash: string
    proof: string | null
    at: number
  }
  approval_event: {
    id: string
    request_id: string
    what: ApprovalEvent['what']
    by_id: string | null
    by_name: string
    detail: string
    /** JSON of Words that say the detail to each reader; null: somebody typed it. */
    words: string | null
    revision: number
    at: number
  }
  approval_comment: {
    id: string
    request_id: string
    by_id: string
    by_name: string
    text: string
    at: number
  }
  approval_watcher: { request_id: string; user_id: string }
  approval_policy: {
    id: string
    name: string
    version: number
    /** JSON of PolicyBody. */
    body: string
    /** An upgrade has added effects to it, and nobody has saved it since. */
    is_widened: Flag
    updated_at: number
    updated_by: string
  }
  /** One row. */
  approval_settings: { id: number; is_on: Flag; version: number; last_number: number }
  approval_delegation: {
    id: string
    from_id: string
    from_name: string
    to_id: string
    to_name: string
    from_at: number
    to_at: number
    reason: string
    ended_at: number | null
  }
  approval_override: {
    request_id: string
    by_id: string
    by_name: string
    by_person: string
    reason: string
    at: number
    review_due_at: number
    reviewed_by_id: string | null
    reviewed_by: string
    reviewed_at: number | null
    review_note: string
  }
  /** Objects whose owner could not be told how a request on them moved. */
  approval_untold: { type: string; object: string }
  /** What executions did that can be taken back. */
  approval_deed: {
    /** `job:<id>`, `edit:<id>` */
    what: string
    request_id: string
    undone_at: number | null
    undone_by_id: string
    undone_by: string
    /** The call that took it back. */
    undone_in: string
  }
  /** Stages that too few people may decide, of which somebody was told. */
  approval_gap: { gap: string; at: number }
  /** Vetoed contents. */
  approval_block: { content_hash: string; until: number; at: number; request_id: string }
}

export type StoredRequest = ApprovalTables['approval_request']
export type StoredRevision = ApprovalTables['approval_revision']
export type StoredProofKey = ApprovalTables['approval_proof_key']
export type StoredVote = ApprovalTables['approval_vote']

/** A place as a request keeps it. */
export interface PlaceRef {
  scope: string
  environment: Environment | null
}

/** A policy as it was when somebody was told who will approve. */
export interface KeptPolicy {
  name: string
  stages: { name: string; need: number; groups: string[] }[]
  differentPeople: boolean
  decideWithinHours: number
}
