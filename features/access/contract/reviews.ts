import { defineRoute, schemas, z } from '@qd/contract-kit'
import { reviewAccess } from './permissions.ts'
import { id, named, roleGrant } from './shapes.ts'

/** Unused for so long, a right is marked. */
export const UNUSED_DAYS = 90
/** How far back the last use is looked for. */
export const USES_DAYS = 180
/** Items that one call decides on. */
export const MOST_DECIDED = 500

/** The handler narrows by the place of the review; a grant below one game is enough to ask. */
const reviewing = {
  method: 'POST',
  permission: reviewAccess,
  level: 0,
  scopeRule: 'reach',
} as const
const ofOne = { subject: ({ body }: { body: { reviewId: string } }) => body.reviewId }

export const reviewView = z.object({
  id: z.string(),
  /** `2026-Q4` by UTC. */
  quarter: z.string(),
  scope: z.string(),
  openedAt: z.int(),
  openedBy: named,
  signedAt: z.nullable(z.int()),
  signedBy: z.nullable(named),
  items: z.int(),
  kept: z.int(),
  /** Said to go. */
  removed: z.int(),
  /** Of these, still held. */
  left: z.int(),
  undecided: z.int(),
  unused: z.int(),
})
export type ReviewView = z.infer<typeof reviewView>

/** Reviews at places the caller answers for, the newest first, and places where one can be opened now. */
export const reviewList = defineRoute({
  ...reviewing,
  path: '/platform/user/reviews/list',
  title: 'access.reviewList',
  risk: 'R0',
  body: schemas.emptyBody,
  reply: z.object({ list: z.array(reviewView), quarter: z.string(), openable: z.array(z.string()) }),
})

/** Writes down who holds what there now, to be looked through. */
export const reviewOpen = defineRoute({
  ...reviewing,
  path: '/platform/user/reviews/open',
  title: 'access.reviewOpen',
  risk: 'R1',
  body: z.object({ scope: roleGrant.shape.scope }),
  subject: ({ body }) => body.scope,
  reply: z.object({ reviewId: z.string(), items: z.int() }),
})

/** A grant of a person, a membership of theirs, or a grant of a group. */
export const reviewKind = z.enum(['grant', 'membership', 'groupGrant'])
/** Unknown: reading leaves no row in the audit, and none of these permissions is for more than that alone. */
/** `new`: nobody could have left it unused for so long, since it was given later than that. */
export const reviewUse = z.enum(['used', 'unused', 'new', 'unknown'])
export const reviewDecision = z.enum(['open', 'keep', 'remove'])

const reviewFilter = {
  decision: z.optional(reviewDecision),
  use: z.optional(reviewUse),
  kind: z.optional(reviewKind),
  /** Part of a name, a user name, a role or a place. */
  search: z.optional(z.string().check(z.trim(), z.maxLength(100))),
}

export const reviewItem = z.object({
  item: z.int(),
  kind: reviewKind,
  user: z.nullable(z.object({ ...named.shape, username: z.string(), state: z.string() })),
  group: z.nullable(named),
  /** What it gives there; several for a membership. */
  grants: z.array(z.object({ ...roleGrant.shape, roleName: z.string() })),
  use: reviewUse,
  /** Last call that one of its permissions was needed for; null: none that is known of. */
  usedAt: z.nullable(z.int()),
  lastLoginAt: z.nullable(z.int()),
  decision: reviewDecision,
  reason: z.string(),
  decidedBy: z.nullable(named),
  decidedAt: z.nullable(z.int()),
  /** As of now. */
  isHeld: z.boolean(),
  /** The caller's own, by whatever account: somebody else decides on it. */
  isOwn: z.boolean(),
})
export type ReviewItem = z.infer<typeof reviewItem>

export const reviewItems = defineRoute({
  ...reviewing,
  ...ofOne,
  path: '/platform/user/reviews/items',
  title: 'access.reviewItems',
  risk: 'R0',
  body: z.object({
    reviewId: id,
    ...reviewFilter,
    page: z.int().check(z.gte(1), z.lte(100_000)),
    pageSize: z.int().check(z.gte(1), z.lte(200)),
  }),
  reply: z.object({ list: z.array(reviewItem), total: z.int() }),
})

/** Says of items whether they stay; nothing is taken from anybody by that. */
export const reviewDecide = defineRoute({
  ...reviewing,
  ...ofOne,
  path: '/platform/user/reviews/decide',
  title: 'access.reviewDecide',
  risk: 'R1',
  body: z.object({
    reviewId: id,
    items: z.array(schemas.position).check(z.minLength(1), z.maxLength(MOST_DECIDED)),
    decision: reviewDecision,
    /** For what is to go. */
    reason: z.string().check(z.trim(), z.maxLength(500)),
  }),
  reply: schemas.nothing,
})

/** Ends the review once all is decided; nothing of it changes afterwards. */
export const reviewSign = defineRoute({
  ...reviewing,
  ...ofOne,
  path: '/platform/user/reviews/sign',
  title: 'access.reviewSign',
  risk: 'R2',
  sessionKinds: ['full'],
  body: z.object({ reviewId: id }),
  reply: schemas.nothing,
})

/** The whole review as CSV. */
export const reviewExport = defineRoute({
  ...reviewing,
  ...ofOne,
  path: '/platform/user/reviews/export',
  title: 'access.reviewExport',
  risk: 'R2',
  body: z.object({ reviewId: id }),
  reply: z.unknown(),
  raw: true,
})
