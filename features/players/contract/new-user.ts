import { defineErrors, definePermission, defineRoute, schemas, z } from '@qd/contract-kit'

export const playersErrors = defineErrors({ player_create_failed: 422, player_create_unknown: 504 })

const create = definePermission({
  routerName: 'index',
  code: 'player.create',
  type: 'button',
  heldBy: ['operator', 'developer'],
})

/** How to reach a server; the key is masked and `ws` is the console's own gateway (S3.09). */
export const connectionInfo = defineRoute({
  method: 'GET',
  path: '/adjust/serverInfo',
  title: 'players.connectionInfo',
  permission: create,
  level: 3,
  risk: 'R0',
  query: z.object({
    sId: z.optional(schemas.sIdNumber),
    t: z.optional(z.string()),
    lineId: z.optional(schemas.shortText),
  }),
  target: ({ query }) => ({ sId: query.sId, lineId: query.lineId }),
  reply: z.object({ apiUrl: z.string(), serverId: z.string(), hashKey: z.string(), ws: z.string() }),
})

const name = z.optional(z.string().check(z.trim(), z.maxLength(64)))

export const newUserReply = z.object({
  userId: z.string(),
  /** Changes of the Enter reply of the first account (S3.10). */
  c: z.array(z.object({ d: z.optional(z.string()), change: z.string() })),
  users: z.array(z.object({ userId: z.string(), name: z.string() })),
  /** Why fewer were made than asked for; the first failure ends the run. */
  failed: z.array(z.object({ status: z.int(), code: z.string(), msg: z.string(), reqMsg: z.string() })),
})
export type NewUserReply = z.infer<typeof newUserReply>

/** Accounts in production cannot be taken back: there they ask for a reason and the server's name. */
const risk = { risk: 'R2', riskInProduction: 'R3' } as const

/**
 * Makes accounts by connection info, socket and Enter 1001 (S4.09). A name is no field of Enter: named accounts
 * are made by the game's own call, and their `c` is empty.
 */
export const newUser = defineRoute({
  method: 'POST',
  path: '/adjust/newUser',
  title: 'players.newUser',
  permission: create,
  level: 3,
  ...risk,
  query: z.object({ sId: z.optional(schemas.sIdNumber), lineId: z.optional(schemas.shortText) }),
  body: z.object({
    name,
    count: z.optional(z.int().check(z.gte(1), z.lte(20))),
    ...schemas.confirmation,
  }),
  target: ({ query }) => ({ sId: query.sId, lineId: query.lineId }),
  audit: ({ body }) => ({ name: body.name ?? '', count: body.count ?? 1 }),
  reply: newUserReply,
  unknownFields: 'ignore',
})

/** The specification's GET form (S7.16); what has to be confirmed stands in its query. */
export const newUserByQuery = defineRoute({
  method: 'GET',
  path: '/adjust/newUser',
  title: 'players.newUser',
  permission: create,
  level: 3,
  ...risk,
  query: z.object({
    sId: z.optional(schemas.sIdNumber),
    lineId: z.optional(schemas.shortText),
    name,
    count: z.optional(z.string().check(z.regex(/^([1-9]|1\d|20)$/))),
    ...schemas.confirmation,
  }),
  target: ({ query }) => ({ sId: query.sId, lineId: query.lineId }),
  audit: ({ query }) => ({ name: query.name ?? '', count: Number(query.count ?? 1) }),
  reply: newUserReply,
})
