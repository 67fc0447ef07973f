import { defineRoute, effects, schemas, worth, z } from '@qd/contract-kit'
import { seeApprovals } from './permissions.ts'
import { personView, riskLevel } from './shapes.ts'

/** People of one stage that are named; the others are counted. */
export const APPROVERS_SHOWN = 50

/**
 * Which policy would ask for a change of this kind on a line, and who could decide on it. The caller is left out: it would
 * be their own request.
 */
export const approvalApprovers = defineRoute({
  method: 'POST',
  path: '/platform/approvals/approvers',
  title: 'approvals.approvers',
  permission: seeApprovals,
  level: 2,
  risk: 'R0',
  target: ({ body }) => ({ lineId: body.lineId }),
  body: z.object({
    lineId: schemas.shortText,
    /** Kind of request, e.g. `mail.send`. */
    type: z.string().check(z.maxLength(100)),
    risk: riskLevel,
    value: z.object({
      rows: schemas.position,
      hasMoreRows: z.optional(z.boolean()),
      worth,
    }),
    effects,
  }),
  reply: z.object({
    /** Null: nobody is asked. */
    policy: z.nullable(
      z.object({
        name: z.string(),
        /** Hours without a decision after which a request ends. */
        decideWithinHours: z.int(),
        stages: z.array(
          z.object({
            name: z.string(),
            need: z.int(),
            /** Names; none: whoever may decide there. */
            groups: z.array(z.string()),
            people: z.array(personView),
            /** Further people who are not named. */
            more: z.int(),
          }),
        ),
      }),
    ),
  }),
})
