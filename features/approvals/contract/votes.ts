import { defineRoute, schemas, z } from '@qd/contract-kit'
import { decideApprovals, vetoApprovals } from './permissions.ts'
import { approvalHash, approvalId, approvalStatus, reasonText } from './shapes.ts'

const decision = { method: 'POST', level: 0, scopeRule: 'reach', risk: 'R2' } as const
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
