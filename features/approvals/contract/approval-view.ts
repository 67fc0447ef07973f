import { effects, worth, z } from '@qd/contract-kit'
import {
  approvalHash,
  approvalStatus,
  executionState,
  executionWindow,
  personView,
  placeView,
  riskLevel,
} from './shapes.ts'

/** A preview in the reader's language. The set is closed; the page draws each kind. */
export const shownBlock = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('facts'), rows: z.array(z.object({ label: z.string(), value: z.string() })) }),
  z.object({
    kind: z.literal('totals'),
    perHead: z.nullable(z.number()),
    rows: z.array(
      z.object({
        number: z.string(),
        name: z.string(),
        each: z.string(),
        total: z.string(),
        /** Null: nobody can say. */
        worth: z.nullable(z.string()),
      }),
    ),
  }),
  z.object({
    kind: z.literal('changes'),
    rows: z.array(
      z.object({
        what: z.string(),
        detail: z.optional(z.string()),
        before: z.nullable(z.string()),
        after: z.nullable(z.string()),
        isSensitive: z.optional(z.boolean()),
      }),
    ),
    more: z.number(),
  }),
  z.object({
    kind: z.literal('checks'),
    rows: z.array(
      z.object({ state: z.enum(['ok', 'warn']), text: z.string(), detail: z.optional(z.string()) }),
    ),
  }),
  z.object({
    kind: z.literal('sample'),
    columns: z.array(z.string()),
    rows: z.array(z.array(z.string())),
    total: z.number(),
  }),
  z.object({
    kind: z.literal('mail'),
    sender: z.string(),
    texts: z.record(z.string(), z.object({ title: z.string(), body: z.string() })),
    attach: z.array(z.object({ number: z.string(), name: z.string(), quantity: z.string() })),
    expireAt: z.nullable(z.number()),
    vars: z.array(z.record(z.string(), z.string())),
  }),
])
export type ShownBlock = z.infer<typeof shownBlock>

export const approvalView = z.object({
  id: z.string(),
  /** Counts up; what people call it. */
  number: z.int(),
  type: z.string(),
  typeTitle: z.string(),
  /** `POST /adjust/bulk/start` */
  route: z.string(),
  title: z.string(),
  status: approvalStatus,
  execution: executionState,
  risk: riskLevel,
  ...placeView.shape,
  author: personView,
  /** `hasMoreRows`: it touches at least `rows`, and nobody can say how many more. */
  value: z.object({ rows: z.int(), hasMoreRows: z.boolean(), worth, isSensitive: z.boolean() }),
  /** What it does; incomplete where nobody can say all of it. */
  effects,
  revision: z.int(),
  /** The stage it waits at, from 1, of how many; how many people said yes there, and how many it takes. */
  stage: z.object({ at: z.int(), of: z.int(), have: z.int(), need: z.int() }),
  /** How the caller has decided on this revision. */
  myVote: z.nullable(z.enum(['approve', 'reject', 'veto'])),
  isMine: z.boolean(),
  /** The caller could decide now. */
  isToDecide: z.boolean(),
  /** For whom their vote would count, themselves before others; null: for nobody. */
  voice: z.nullable(personView),
  /** Of the newest revision, or the one asked for. */
  hash: approvalHash,
  isOverride: z.boolean(),
  /** Other open requests on the same objects. */
  conflicts: z.int(),
  createdAt: z.number(),
  updatedAt: z.number(),
  decidedAt: z.nullable(z.number()),
  /** When it ends by itself without a decision, or unexecuted; null: no more. */
  expiresAt: z.nullable(z.number()),
})
export type ApprovalView = z.infer<typeof approvalView>

export const approvalVote = z.object({
  revision: z.int(),
  /** From 1; null: a veto. */
  stage: z.nullable(z.int()),
  by: personView,
  /** For whom they decided; null: for themselves. */
  onBehalfOf: z.nullable(personView),
  decision: z.enum(['approve', 'reject', 'veto']),
  reason: z.string(),
  /** The approved content; equal to that of the revision. */
  hash: approvalHash,
  /** How they proved that it is them; null: it was not asked for. */
  proof: z.nullable(z.string()),
  at: z.number(),
})
export type ApprovalVote = z.infer<typeof approvalVote>

/** What happened, in order. `what` is closed; a page has words for each. */
export const approvalEvent = z.object({
  what: z.enum([
    'submitted',
    'revised',
    'withdrawn',
    'approved_stage',
    'approved',
    'rejected',
    'vetoed',
    'overridden',
    'executing',
    'executed',
    'partly_executed',
    'failed',
    'cancelled',
    'expired',
    'reviewed',
    'rolled_back',
    'took_back',
  ]),
  /** Null: the console by itself. */
  by: z.nullable(personView),
  detail: z.string(),
  revision: z.int(),
  at: z.number(),
})
export type ApprovalEvent = z.infer<typeof approvalEvent>

export const approvalRevision = z.object({
  revision: z.int(),
  hash: approvalHash,
  by: personView,
  reason: z.string(),
  title: z.string(),
  at: z.number(),
})

/** Why somebody may not decide. */
export const exclusion = z.enum([
  'author',
  'editor',
  'token_owner',
  'same_person',
  'voted',
  'no_right',
  'not_in_group',
])
export type Exclusion = z.infer<typeof exclusion>

export const approvalDetail = z.extend(approvalView, {
  reason: z.string(),
  ticket: z.string(),
  window: executionWindow,
  /** Title of the call that is executed. */
  routeTitle: z.string(),
  preview: z.array(shownBlock),
  bases: z.array(z.object({ key: z.string(), label: z.string(), version: z.string() })),
  objects: z.array(z.string()),
  /** All places it touches. */
  places: z.array(placeView),
  /** Open requests on one of the same objects: the first that is executed makes the others fail. */
  conflicting: z.array(z.object({ id: z.string(), number: z.int(), title: z.string() })),
  policy: z.object({
    name: z.string(),
    stages: z.array(
      z.object({
        name: z.string(),
        need: z.int(),
        have: z.int(),
        groups: z.array(z.string()),
        state: z.enum(['waiting', 'current', 'passed']),
      }),
    ),
  }),
  votes: z.array(approvalVote),
  comments: z.array(z.object({ id: z.string(), by: personView, text: z.string(), at: z.number() })),
  timeline: z.array(approvalEvent),
  revisions: z.array(approvalRevision),
  watchers: z.array(personView),
  /** People the two-person rule keeps from deciding, each once. */
  excluded: z.array(z.object({ person: personView, why: exclusion })),
  may: z.object({
    approve: z.boolean(),
    reject: z.boolean(),
    veto: z.boolean(),
    revise: z.boolean(),
    withdraw: z.boolean(),
    execute: z.boolean(),
    stop: z.boolean(),
    override: z.boolean(),
    comment: z.boolean(),
    review: z.boolean(),
  }),
  /** For whom the caller's vote would count: themselves first, then who delegated to them. */
  voices: z.array(personView),
  /** Why the caller may not approve it for themselves; null: they may, or it is not to be decided now. */
  whyNot: z.nullable(exclusion),
  isWatched: z.boolean(),
  /** Approving takes a step-up proof bound to the hash. */
  asksProof: z.boolean(),
  run: z.object({
    startedAt: z.nullable(z.number()),
    endedAt: z.nullable(z.number()),
    jobId: z.nullable(z.string()),
    /** A sentence of what came of it, in the caller's language; empty: nothing to tell. */
    message: z.string(),
    code: z.string(),
  }),
  override: z.nullable(
    z.object({
      by: personView,
      reason: z.string(),
      at: z.number(),
      reviewDueAt: z.number(),
      reviewedBy: z.nullable(personView),
      reviewNote: z.string(),
    }),
  ),
  /** Page of the owner's record. */
  hint: z.string(),
})
export type ApprovalDetail = z.infer<typeof approvalDetail>
