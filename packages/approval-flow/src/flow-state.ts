/** Codes on the wire: 0 draft, 1 pending, 2 in review, 3 rejected, 4 vetoed, 5 approved. */
export type FlowStatus = 0 | 1 | 2 | 3 | 4 | 5

/** A second field, never mixed with the approval. */
export type FlowExecution =
  | 'none'
  | 'scheduled'
  | 'executing'
  | 'succeeded'
  | 'partly_failed'
  | 'failed'
  | 'cancelled'
  | 'expired'
  | 'rolled_back'

/** A yes to the present revision. */
export interface FlowVote {
  /** The person whose vote it is: several accounts of one count once. */
  readonly voice: string
  /** The person who gave it. */
  readonly person: string
  /** From 0. */
  readonly stage: number
}

export interface FlowState {
  readonly status: FlowStatus
  readonly execution: FlowExecution
  /** Execution was told to stop at the next row. */
  readonly isStopping: boolean
  readonly revision: number
  /** The stage it waits at, from 0; as many as there are once all have passed. */
  readonly stage: number
  readonly stages: readonly { readonly need: number }[]
  /** Nobody votes in two stages. */
  readonly differentPeople: boolean
  /** Of the present revision. */
  readonly votes: readonly FlowVote[]
  /** Author, editors of the revision and owners of tokens used: none of them decides. */
  readonly excluded: readonly string[]
  readonly hash: string
}

/** Who does something, as far as the flow needs to know. */
export interface FlowActor {
  /** The person who acts; null: the console by itself. */
  readonly person: string | null
  /** The person whose vote it is, when they act for somebody. */
  readonly voice: string | null
  readonly isAuthor: boolean
  /** Is asked at the present stage: in a group of it, with the right at all places. */
  readonly isAsked: boolean
  readonly mayVeto: boolean
  readonly mayBypass: boolean
}

export type FlowEvent =
  | { readonly kind: 'submit' }
  | { readonly kind: 'revise'; readonly hash: string }
  | { readonly kind: 'withdraw' }
  | { readonly kind: 'approve'; readonly hash: string }
  | { readonly kind: 'reject'; readonly hash: string }
  | { readonly kind: 'veto'; readonly hash: string }
  | { readonly kind: 'override'; readonly hash: string }
  | { readonly kind: 'begin'; readonly hash: string; readonly isWindowOpen: boolean }
  | { readonly kind: 'stop' }
  | { readonly kind: 'end'; readonly as: 'succeeded' | 'partly_failed' | 'failed' | 'cancelled' }
  | { readonly kind: 'expire' }
  /** All that was executed has been taken back. */
  | { readonly kind: 'roll_back' }

/** Why something is refused, as a closed code. */
export type FlowRefusal =
  | 'wrong_state'
  | 'not_author'
  | 'not_system'
  | 'excluded'
  | 'voted'
  | 'not_asked'
  | 'no_right'
  | 'other_hash'
  | 'window_closed'

export type FlowAnswer = { readonly next: FlowState } | { readonly refusal: FlowRefusal }
