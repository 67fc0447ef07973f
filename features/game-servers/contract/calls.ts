import { WITH_TOKENS, defineRoute, schemas, z } from '@qd/contract-kit'
import { setServerStates } from './permissions.ts'

export const SERVER_STATES = ['open', 'notice', 'drain', 'maintenance'] as const
export type ServerStateName = (typeof SERVER_STATES)[number]
const stateName = z.enum(SERVER_STATES)

const shown = {
  method: 'POST',
  permission: 'session',
  sessionKinds: WITH_TOKENS,
  risk: 'R0',
  scopeRule: 'reach',
} as const

/** What servers of a game said of themselves lately, as far as the caller reaches them. */
export const serverStates = defineRoute({
  ...shown,
  path: '/adjust/server/states',
  title: 'game-servers.states',
  level: 0,
  body: z.object({ game: schemas.shortText }),
  target: ({ body }) => ({ game: body.game }),
  reply: z.array(
    z.object({
      lineId: z.string(),
      sId: z.int(),
      labels: z.array(z.string()),
      /** null: it never said. */
      state: z.nullable(stateName),
      /** Since when it is silent, ms UTC; null: it is not, or never sent a heartbeat. */
      silentSince: z.nullable(z.number()),
      /** Its last heartbeat, ms UTC. */
      heardAt: z.nullable(z.number()),
      /** As of then. */
      online: z.nullable(z.int()),
    }),
  ),
})

/**
 * Players online: of all servers of a game or a line in quarters of an hour, of one server in five minutes and for two
 * days. A step nobody knows anything of is null.
 */
export const onlineHistory = defineRoute({
  ...shown,
  path: '/adjust/server/online',
  title: 'game-servers.online',
  level: 0,
  body: z.object({
    game: schemas.shortText,
    lineId: z.optional(schemas.shortText),
    sId: z.optional(schemas.sIdNumber),
  }),
  target: ({ body }) => ({ game: body.game, lineId: body.lineId, sId: body.sId }),
  reply: z.object({
    /** Begin of the first step, ms UTC. */
    from: z.number(),
    stepMs: z.int(),
    servers: z.array(z.object({ lineId: z.string(), sId: z.int(), points: z.array(z.nullable(z.int())) })),
  }),
})

export const STATE_LIMITS = { message: 500, allow: 200 } as const
const moment = z.int().check(z.gte(0), z.lte(253_402_300_799_999))

/** Asks a server to take players in another way. */
export const setServerState = defineRoute({
  method: 'POST',
  path: '/adjust/server/state',
  title: 'game-servers.setState',
  permission: setServerStates,
  level: 3,
  risk: 'R3',
  body: z.object({
    sId: schemas.sIdNumber,
    lineId: z.optional(schemas.shortText),
    state: stateName,
    /** Real time; absent: at once, until it is changed. */
    from: z.optional(moment),
    to: z.optional(moment),
    message: z.optional(z.string().check(z.trim(), z.maxLength(STATE_LIMITS.message))),
    /** Who gets in all the same: uIds, devices or addresses. */
    allow: z.optional(
      z
        .array(z.string().check(z.trim(), z.minLength(1), z.maxLength(128)))
        .check(z.maxLength(STATE_LIMITS.allow)),
    ),
    ...schemas.confirmation,
  }),
  target: ({ body }) => ({ sId: body.sId, lineId: body.lineId }),
  audit: ({ body }) => {
    const { state, from, to, message, allow } = body
    return { state, from, to, message, allow }
  },
  reply: z.object({ state: stateName, online: z.int() }),
})
