import { defineRoute, schemas, z } from '@qd/contract-kit'
import { readAudit, verifyAuditChain } from './permissions.ts'

/** How what the pages find differs from the chain; `search_state`: how far the search says it is. */
const searchReason = z.enum(['search_missing', 'search_changed', 'search_unexpected', 'search_state'])
const searchDifference = z.object({ seq: z.int(), reason: searchReason })
export type SearchDifference = z.infer<typeof searchDifference>

const breakReason = z.enum([
  'row_changed',
  'row_missing',
  'row_unexpected',
  'link_broken',
  'end_missing',
  'head_differs',
  ...searchReason.options,
])
export type BreakReason = z.infer<typeof breakReason>

export const verifyState = z.object({
  state: z.enum(['never', 'running', 'ok', 'broken', 'stopped']),
  startedAt: z.nullable(z.number()),
  finishedAt: z.nullable(z.number()),
  /** Rows looked at, of so many. */
  done: z.int(),
  total: z.int(),
  /** First place where the chain, or what the pages find of it, is not what was written. */
  brokenSeq: z.nullable(z.int()),
  reason: z.nullable(breakReason),
  /** Where the pages do not find what a whole chain holds: the first hundred places, and how many there are. */
  differences: z.array(searchDifference),
  differenceCount: z.int(),
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

/**
 * The chain is one for all. Callers whose grants are not for every place learn whether it can be trusted and how many
 * outcomes are unknown at their places; how long it is, where it is broken and where it is sent is not theirs.
 */
export const auditChain = defineRoute({
  method: 'POST',
  path: '/platform/audit/chain',
  title: 'audit.chain',
  permission: readAudit,
  level: 0,
  risk: 'R0',
  scopeRule: 'reach',
  body: schemas.emptyBody,
  reply: z.object({
    head: z.nullable(z.object({ seq: z.int(), hash: z.string() })),
    verify: verifyState,
    ship: z.nullable(shipState),
    /** Intents whose outcome never came, counted up to 1,000. */
    unknown: z.int(),
  }),
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
