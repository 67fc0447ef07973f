import { defineRoute, schemas, z } from '@qd/contract-kit'
import { temporaryApproval } from './approvals.ts'
import { rightsSource, roleGrant } from './shapes.ts'

/** Three days: who needs a role for longer is given it. */
export const MOST_HOURS = 72

/** Open to whoever is signed in, by themselves: no program asks for its owner. */
const own = { method: 'POST', permission: 'session', level: 0, sessionKinds: ['full'] } as const

/** What one holds, and why. */
export const ownRights = defineRoute({
  ...own,
  path: '/platform/user/rights/own',
  title: 'access.ownRights',
  risk: 'R0',
  body: schemas.emptyBody,
  reply: z.array(z.object({ ...rightsSource.shape, mayGiveBack: z.boolean() })),
})

/** Roles to ask for, by name; whether each gives the permission that is missing. */
export const rolesToAskFor = defineRoute({
  ...own,
  path: '/platform/user/rights/roles',
  title: 'access.rolesToAskFor',
  risk: 'R0',
  body: z.object({ permission: z.optional(z.string().check(z.maxLength(100))) }),
  reply: z.array(
    z.object({ code: z.string(), name: z.string(), isBuiltIn: z.boolean(), givesIt: z.boolean() }),
  ),
})

const { until: _until, ...askedGrant } = roleGrant.shape

/** Asks for a role for some hours; they begin when somebody who could give it has agreed. */
export const askForRights = defineRoute({
  ...own,
  path: '/platform/user/rights/ask',
  title: 'access.askForRights',
  risk: 'R2',
  approval: temporaryApproval,
  subject: ({ body }) => body.role,
  body: z.object({ ...askedGrant, hours: z.int().check(z.gte(1), z.lte(MOST_HOURS)) }),
  reply: z.object({ until: z.int() }),
})

/** Ends one's own right before its time. */
export const giveBackRight = defineRoute({
  ...own,
  path: '/platform/user/rights/give-back',
  title: 'access.giveBackRight',
  risk: 'R1',
  subject: ({ body }) => body.role,
  body: z.object(askedGrant),
  reply: schemas.nothing,
})

/** What the audit calls the end of a right that nobody took, which no call brings about. */
export const RIGHT_ENDED = 'access.rightEnded'
