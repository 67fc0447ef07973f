import { defineRoute, schemas, z } from '@qd/contract-kit'
import { readAudit, verifyAuditChain } from './permissions.ts'

const breakReason = z.enum([
  'row_changed',
  'row_missing',
  'row_unexpected',
  'link_broken',
  'end_missing',
  'head_differs',
])

export const verifyState = z.object({
  state: z.enum(['never', 'running', 'ok', 'broken', 'stopped']),
  startedAt: z.nullable(z.number()),
  finishedAt: z.nullable(z.number()),
  /** Rows looked at, of so many. */
  done: z.int(),
  total: z.int(),
  /** First place where the chain is not what was written. */
  brokenSeq: z.nullable(z.int()),
  reason: z.nullable(breakReason),
})
export type VerifyState = z.infer<typeof verifyState>

export const shipState = z.object({
  /** Last head that left the console. */
  at: z.nullable(z.number()),
  seq: z.int(),
  sinks: z.array(
    z.object({
      address: z.string(),
      /** Since when it takes nothing; null while it does. */
      downSince: z.nullable(z.number()),
      error: z.string(),
      waiting: z.int(),
    }),
  ),
})
export type ShipState = z.infer<typeof shipState>

/** null for callers whose grant is not for everything: the chain is one for all. */
export const auditChain = defineRoute({
  method: 'POST',
  path: '/platform/audit/chain',
  title: 'audit.chain',
  permission: readAudit,
  level: 0,
  risk: 'R0',
  scopeRule: 'reach',
  body: schemas.emptyBody,
  reply: z.nullable(
    z.object({
      head: z.object({ seq: z.int(), hash: z.string() }),
      verify: verifyState,
      ship: shipState,
      /** Intents whose outcome never came, counted up to 1,000. */
      unknown: z.int(),
    }),
  ),
})

/** Starts a verification in the background; `chain` tells how far it is. */
export const auditVerify = defineRoute({
  method: 'POST',
  path: '/platform/audit/verify',
  title: 'audit.verify',
  permission: verifyAuditChain,
  level: 0,
  risk: 'R1',
  body: schemas.emptyBody,
  reply: z.null(),
})
