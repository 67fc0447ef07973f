import { schemas, z } from '@qd/contract-kit'

export const approvalId = z.string().check(z.minLength(1), z.maxLength(64))
/** SHA-256 of what is approved, hex. */
export const approvalHash = z.string().check(z.regex(/^[0-9a-f]{64}$/))
export const RISK_LEVELS = ['R0', 'R1', 'R2', 'R3', 'R4'] as const
export const riskLevel = z.enum(RISK_LEVELS)
/** Why: said by a person, kept with the request. */
export const reasonText = z.string().check(z.trim(), z.minLength(1), z.maxLength(500))

/** Codes on the wire: 0 draft, 1 pending, 2 in review, 3 rejected, 4 vetoed, 5 approved. */
export const approvalStatus = z.literal([0, 1, 2, 3, 4, 5])
export type ApprovalStatus = z.infer<typeof approvalStatus>

export const executionState = z.enum([
  'none',
  'scheduled',
  'executing',
  'succeeded',
  'partly_failed',
  'failed',
  'cancelled',
  'expired',
  'rolled_back',
])
export type ExecutionState = z.infer<typeof executionState>

/** When it may be executed, ms UTC. `auto`: the console begins by itself once it is approved and open. */
export const executionWindow = z.object({
  from: z.nullable(schemas.momentMs),
  to: z.nullable(schemas.momentMs),
  auto: z.boolean(),
})
export type ExecutionWindow = z.infer<typeof executionWindow>

/** A stage of a policy: so many people, from these groups; no group: whoever may decide there. */
export const policyStage = z.object({
  name: z.string().check(z.trim(), z.minLength(1), z.maxLength(64)),
  need: z.int().check(z.gte(1), z.lte(10)),
  groups: z.array(z.string().check(z.minLength(1), z.maxLength(64))).check(z.maxLength(20)),
})
export type PolicyStage = z.infer<typeof policyStage>

export const personView = z.object({ id: z.string(), name: z.string() })

/** Where somebody is who is asked for something: environment and scope path with names. */
export const placeView = z.object({
  scope: z.string(),
  /** Names from the game down; what has no name any more by its code. */
  placeName: z.array(z.string()),
  environment: z.nullable(schemas.environment),
})
