import { defineRoute, schemas, z } from '@qd/contract-kit'
import { decideApprovals } from './permissions.ts'
import { approvalId, personView } from './shapes.ts'

const delegating = { method: 'POST', permission: decideApprovals, level: 0, scopeRule: 'reach' } as const

export const delegationView = z.object({
  id: z.string(),
  from: personView,
  to: personView,
  fromAt: z.number(),
  toAt: z.number(),
  reason: z.string(),
  isMine: z.boolean(),
  isActive: z.boolean(),
  endedAt: z.nullable(z.number()),
})

/** Own delegations, and those to the caller. */
export const delegationList = defineRoute({
  ...delegating,
  path: '/platform/approvals/delegations',
  title: 'approvals.delegations',
  risk: 'R0',
  body: schemas.emptyBody,
  reply: z.object({
    list: z.array(delegationView),
    /** Who may be chosen: other people who decide somewhere, by user name and name. */
    people: z.array(z.object({ username: z.string(), name: z.string() })),
  }),
})

/** Somebody decides for the caller for a while, with the caller's groups and places; never further on. */
export const delegationSave = defineRoute({
  ...delegating,
  path: '/platform/approvals/delegations/save',
  title: 'approvals.delegationSave',
  risk: 'R2',
  stepUp: 'always',
  sessionKinds: ['full'],
  body: z.object({
    /** User name of who decides. */
    to: z.string().check(z.trim(), z.minLength(1), z.maxLength(100)),
    fromAt: schemas.momentMs,
    toAt: schemas.momentMs,
    reason: z.string().check(z.trim(), z.minLength(1), z.maxLength(500)),
  }),
  subject: ({ body }) => body.to,
  audit: ({ body }) => ({ fromAt: body.fromAt, toAt: body.toAt }),
  reply: z.object({ id: z.string() }),
})

export const delegationEnd = defineRoute({
  ...delegating,
  path: '/platform/approvals/delegations/end',
  title: 'approvals.delegationEnd',
  risk: 'R1',
  body: z.object({ id: approvalId }),
  subject: ({ body }) => body.id,
  reply: schemas.nothing,
})
