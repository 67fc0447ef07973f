import { defineRoute, schemas, z } from '@qd/contract-kit'
import { proofKey } from '@qd/system/contract'
import { editPolicies, seeApprovals } from './permissions.ts'

const fingerprint = z.string().check(z.regex(/^[0-9a-f]{64}$/))

export const proofKeyView = z.extend(proofKey, {
  /** ms UTC. */
  madeAt: z.number(),
  endedAt: z.nullable(z.number()),
})
export type ProofKeyView = z.infer<typeof proofKeyView>

/** The keys that proofs of requests are signed with, the newest first. */
export const proofKeyList = defineRoute({
  method: 'POST',
  path: '/platform/approvals/keys',
  title: 'approvals.keys',
  permission: seeApprovals,
  level: 0,
  scopeRule: 'reach',
  risk: 'R0',
  body: schemas.emptyBody,
  reply: z.object({
    keys: z.array(proofKeyView),
    /** The master key is missing: no proof is signed until it is back. */
    isSealed: z.boolean(),
    mayEdit: z.boolean(),
  }),
})

const changes = {
  method: 'POST',
  permission: editPolicies,
  level: 0,
  // Of no environment: nothing is typed to confirm it, but it is proved.
  risk: 'R2',
  needsReason: true,
  stepUp: 'always',
} as const

/** Title of the rows of the audit in which a key begins; the first is made with the first proof. */
export const KEY_RENEWED = 'approvals.keyRenew'

/** Retires the active key and makes another. What the old one signed stays proven. */
export const proofKeyRenew = defineRoute({
  ...changes,
  path: '/platform/approvals/keys/renew',
  title: KEY_RENEWED,
  body: z.object({
    /** Of the key that was active when somebody looked; empty: there was none. */
    fingerprint: z.union([fingerprint, z.literal('')]),
    reason: schemas.reasonLater,
  }),
  subject: ({ body }) => body.fingerprint,
  reply: z.object({ fingerprint: z.string() }),
})

/** For a key that somebody else may have: nothing it signed is proven any more. */
export const proofKeyRevoke = defineRoute({
  ...changes,
  path: '/platform/approvals/keys/revoke',
  title: 'approvals.keyRevoke',
  body: z.object({ fingerprint, reason: schemas.reasonLater }),
  subject: ({ body }) => body.fingerprint,
  reply: z.null(),
})
