import { defineRoute, schemas, z } from '@qd/contract-kit'
import { SCENARIO_BYTES } from './calls.ts'
import { runBots } from './permissions.ts'

/*
 * Saved scenarios, of a game: they serve on each line of it. The owner changes theirs; members of the groups named see
 * them, run them and call them from their own.
 */

/** Versions that are kept of a scenario. */
export const SCENARIO_VERSIONS = 50
/** Scenarios somebody keeps of a game. */
export const SCENARIOS_MAX = 500

const scenarioId = z.string().check(z.minLength(1), z.maxLength(64))
const groups = z.array(z.string().check(z.maxLength(64))).check(z.maxLength(100))
/** Whoever may run bots on a single server of the line keeps scenarios too: they are of people, not of servers. */
const atLine = { method: 'POST', level: 2, permission: runBots, scopeRule: 'reach' } as const
const target = ({ body }: { body: { lineId: string } }) => ({ lineId: body.lineId })

export const savedScenario = z.object({
  scenarioId: z.string(),
  name: z.string(),
  groups: z.array(z.string()),
  owner: z.string(),
  isMine: z.boolean(),
  revision: z.int(),
  updatedAt: z.number(),
})
export type SavedScenario = z.infer<typeof savedScenario>

export const scenarioList = defineRoute({
  ...atLine,
  path: '/adjust/scenario/list',
  title: 'bots.scenarioList',
  risk: 'R0',
  body: z.object({ lineId: schemas.shortText }),
  target,
  reply: z.object({
    list: z.array(savedScenario),
    /** Those the caller may share with. */
    groups: z.array(z.object({ id: z.string(), name: z.string() })),
  }),
})

/** A scenario as it is, or as it was. */
export const scenarioGet = defineRoute({
  ...atLine,
  path: '/adjust/scenario/get',
  title: 'bots.scenarioGet',
  risk: 'R0',
  body: z.object({ lineId: schemas.shortText, scenarioId, revision: z.optional(schemas.revision) }),
  target,
  reply: z.object({
    saved: savedScenario,
    scenario: z.unknown(),
    /** Newest first. */
    versions: z.array(z.object({ revision: z.int(), at: z.number(), by: z.string() })),
  }),
})

/** Saves a scenario, or a new version of an own one (`scenarioId` with the `revision` it was made from). */
export const scenarioSave = defineRoute({
  ...atLine,
  path: '/adjust/scenario/save',
  title: 'bots.scenarioSave',
  risk: 'R1',
  bodyLimit: SCENARIO_BYTES,
  body: z.object({
    lineId: schemas.shortText,
    scenarioId: z.optional(scenarioId),
    revision: z.optional(schemas.revision),
    /** Checked by the rules of scenarios; its name is what it is called by. */
    scenario: z.unknown(),
    groups,
  }),
  target,
  audit: ({ body }) => ({ groups: body.groups }),
  subject: ({ body }) => body.scenarioId,
  reply: z.object({ saved: savedScenario }),
})

/** Deletes an own one as it was seen (`revision`), with all its versions. */
export const scenarioDelete = defineRoute({
  ...atLine,
  path: '/adjust/scenario/delete',
  title: 'bots.scenarioDelete',
  risk: 'R1',
  body: z.object({ lineId: schemas.shortText, scenarioId, revision: schemas.revision }),
  target,
  subject: ({ body }) => body.scenarioId,
  reply: schemas.nothing,
})
