import { EFFECTS, defineApproval, defineRoute, effect, schemas, z } from '@qd/contract-kit'
import { editPolicies, seeApprovals } from './permissions.ts'
import { approvalId, policyStage, riskLevel } from './shapes.ts'

/** Changes of policies are approved like everything else, once approvals are on. */
export const policyApproval = defineApproval({
  type: 'approvals.policy',
  title: 'approvals.policy',
  isRule: true,
})
export const settingsApproval = defineApproval({
  type: 'approvals.settings',
  title: 'approvals.settings',
  isRule: true,
})

/** When a policy asks: all that is given has to be so. Of several that match, the strictest counts. */
export const policyMatch = z.object({
  /**
   * What is done, whichever way it is done. Of what nobody can say what it does, a policy that names effects asks. With
   * `types` either is enough; both empty: everything.
   */
  effects: z.optional(z.array(effect).check(z.maxLength(EFFECTS.length))),
  /** Kinds of requests. */
  types: z.array(z.string().check(z.minLength(1), z.maxLength(100))).check(z.maxLength(50)),
  environments: z.array(schemas.environment).check(z.maxLength(4)),
  /** Requests at or below one of these; empty: everywhere. */
  scopes: z.array(schemas.scopePathText).check(z.maxLength(50)),
  leastRisk: riskLevel,
  /** From so many rows, or so much worth, or as soon as something sensitive is in it; null: always. */
  limits: z.nullable(
    z.object({
      rows: z.nullable(z.int().check(z.gte(1), z.lte(999_999_999_999_999))),
      worth: z.nullable(schemas.int64Text),
      sensitive: z.boolean(),
    }),
  ),
})
export type PolicyMatch = z.infer<typeof policyMatch>

export const policyBody = z.object({
  name: z.string().check(z.trim(), z.minLength(1), z.maxLength(100)),
  isActive: z.boolean(),
  match: policyMatch,
  stages: z.array(policyStage).check(z.minLength(1), z.maxLength(5)),
  /** Nobody votes in two stages. */
  differentPeople: z.boolean(),
  /** Hours without a decision after which a request ends. */
  decideWithinHours: z.int().check(z.gte(1), z.lte(720)),
})
export type PolicyBody = z.infer<typeof policyBody>

export const policyView = z.extend(policyBody, {
  id: z.string(),
  version: z.int(),
  updatedAt: z.number(),
  updatedBy: z.string(),
  /** An upgrade has added effects, and nobody has saved it since. */
  isWidened: z.boolean(),
})
export type PolicyView = z.infer<typeof policyView>

export const policyList = defineRoute({
  method: 'POST',
  path: '/platform/approvals/policies',
  title: 'approvals.policies',
  permission: seeApprovals,
  level: 0,
  scopeRule: 'reach',
  risk: 'R0',
  body: schemas.emptyBody,
  reply: z.object({
    isOn: z.boolean(),
    settingsVersion: z.int(),
    list: z.array(policyView),
    types: z.array(z.object({ type: z.string(), title: z.string() })),
    groups: z.array(z.object({ id: z.string(), name: z.string() })),
    /** Places that policies are limited to, by name; empty where it is gone. */
    places: z.array(z.object({ scope: z.string(), placeName: z.array(z.string()) })),
    mayEdit: z.boolean(),
  }),
})

export const policySave = defineRoute({
  method: 'POST',
  path: '/platform/approvals/policies/save',
  title: 'approvals.policySave',
  permission: editPolicies,
  level: 0,
  // Of no environment: nothing is typed to confirm it, but it is proved, and approved once approvals are on.
  risk: 'R2',
  needsReason: true,
  stepUp: 'sometimes',
  approval: policyApproval,
  body: z.object({
    /** Absent: a new one. */
    id: z.optional(approvalId),
    /** The version that was edited; 0 for a new one. */
    version: schemas.revision,
    policy: policyBody,
    reason: schemas.reasonLater,
  }),
  subject: ({ body }) => body.id ?? body.policy.name,
  audit: ({ body }) => ({ policy: body.policy }),
  reply: z.object({ id: z.string(), version: z.int() }),
})

/** Turns approvals on or off for the whole console. */
export const approvalSettings = defineRoute({
  method: 'POST',
  path: '/platform/approvals/settings/save',
  title: 'approvals.settingsSave',
  permission: editPolicies,
  level: 0,
  // Of no environment: nothing is typed to confirm it, but it is proved, and approved once approvals are on.
  risk: 'R2',
  needsReason: true,
  stepUp: 'sometimes',
  approval: settingsApproval,
  body: z.object({ isOn: z.boolean(), version: schemas.revision, reason: schemas.reasonLater }),
  audit: ({ body }) => ({ isOn: body.isOn }),
  reply: z.object({ version: z.int() }),
})
