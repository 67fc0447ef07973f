import { defineRoute, schemas, z } from '@qd/contract-kit'
import { decideApprovals, vetoApprovals } from './permissions.ts'
import { approvalHash, approvalId, approvalStatus, reasonText } from './shapes.ts'

/** By people at their own screen: no program decides, and no link from outside. */
const decision = {
  method: 'POST',
  level: 0,
  scopeRule: 'reach',
  risk: 'R2',
  sessionKinds: ['full'],
} as const
const named = { subject: ({ body }: { body: { id: string } }) => body.id }

/** Approves exactly this content, or sends it back. From R4 on an approval takes a step-up proof bound to the hash. */
export const approvalDecide = defineRoute({
  ...decision,
  ...named,
  path: '/platform/approvals/vote',
  title: 'approvals.vote',
  permission: decideApprovals,
  stepUp: 'sometimes',
  body: z.object({
    id: approvalId,
    hash: approvalHash,
    decision: z.enum(['approve', 'reject']),
    /** Needed to reject. */
    reason: schemas.reasonLater,
    /** The account this decides for; absent: for oneself. */
    onBehalfOf: z.optional(approvalId),
  }),
  audit: ({ body }) => ({ decision: body.decision, hash: body.hash, onBehalfOf: body.onBehalfOf ?? '' }),
  reply: z.object({ status: approvalStatus }),
})

/** Requests that are decided on at once. */
export const MOST_VOTES = 50

/**
 * Decides on several requests, each by its own hash and with its own result: one that is refused keeps no other one back.
 * What takes a step-up proof is decided on by itself.
 */
export const approvalDecideMany = defineRoute({
  ...decision,
  path: '/platform/approvals/voteMany',
  title: 'approvals.voteMany',
  permission: decideApprovals,
  body: z.object({
    votes: z
      .array(z.object({ id: approvalId, hash: approvalHash, onBehalfOf: z.optional(approvalId) }))
      .check(z.minLength(1), z.maxLength(MOST_VOTES)),
    decision: z.enum(['approve', 'reject']),
    /** Needed to reject; said of each. */
    reason: schemas.reasonLater,
  }),
  reply: z.object({
    results: z.array(
      z.object({
        id: z.string(),
        /** Null: refused. */
        status: z.nullable(approvalStatus),
        /** Error code of what was refused; empty: decided. */
        code: z.string(),
        msg: z.string(),
      }),
    ),
  }),
})

/** Ends a request for good and blocks its content for 30 days; while it is executed, it stops at the next row. */
export const approvalVeto = defineRoute({
  ...decision,
  ...named,
  path: '/platform/approvals/veto',
  title: 'approvals.veto',
  permission: vetoApprovals,
  body: z.object({ id: approvalId, hash: approvalHash, reason: reasonText }),
  audit: ({ body }) => ({ hash: body.hash }),
  reply: z.object({ status: approvalStatus }),
})
