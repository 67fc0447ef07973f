import { defineRoute, schemas, z } from '@qd/contract-kit'
import { bypassApprovals, decideApprovals, seeApprovals } from './permissions.ts'
import { approvalHash, approvalId, personView, reasonText } from './shapes.ts'

/** Executes a request without its approvals in an emergency: everybody is told, and a review is due within a day. */
export const approvalOverride = defineRoute({
  method: 'POST',
  path: '/platform/approvals/override',
  title: 'approvals.override',
  permission: bypassApprovals,
  level: 0,
  scopeRule: 'reach',
  risk: 'R2',
  stepUp: 'always',
  body: z.object({ id: approvalId, hash: approvalHash, reason: reasonText }),
  subject: ({ body }) => body.id,
  audit: ({ body }) => ({ hash: body.hash }),
  reply: schemas.nothing,
})

export const overrideView = z.object({
  id: approvalId,
  number: z.int(),
  title: z.string(),
  typeTitle: z.string(),
  by: personView,
  reason: z.string(),
  at: z.number(),
  reviewDueAt: z.number(),
  reviewedBy: z.nullable(personView),
  reviewedAt: z.nullable(z.number()),
  reviewNote: z.string(),
})

/** All overrides of a month, at places the caller sees. */
export const overrideReport = defineRoute({
  method: 'POST',
  path: '/platform/approvals/overrides',
  title: 'approvals.overrides',
  permission: seeApprovals,
  level: 0,
  scopeRule: 'reach',
  risk: 'R0',
  body: z.object({
    /** `2026-11`, by UTC. */
    month: z.string().check(z.regex(/^\d{4}-(0[1-9]|1[0-2])$/)),
  }),
  reply: z.object({ list: z.array(overrideView), overdue: z.int() }),
})

/** Somebody else looks at an override afterwards and says what they found. */
export const overrideReview = defineRoute({
  method: 'POST',
  path: '/platform/approvals/overrides/review',
  title: 'approvals.overrideReview',
  permission: decideApprovals,
  level: 0,
  scopeRule: 'reach',
  risk: 'R2',
  body: z.object({ id: approvalId, note: reasonText }),
  subject: ({ body }) => body.id,
  reply: schemas.nothing,
})
