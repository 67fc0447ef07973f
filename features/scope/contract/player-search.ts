import { defineRoute, schemas, z } from '@qd/contract-kit'
import { readPlayer } from './player-lookup.ts'

/** Most rows of one answer. */
export const MOST_FOUND = 50
/** Longest text that is searched for. */
export const LONGEST_SEARCH = 64

export const foundPlayer = z.object({
  uId: z.string(),
  name: z.string(),
  level: z.int(),
  online: z.boolean(),
  sId: z.int(),
  serviceName: z.string(),
  lineId: z.string(),
  game: z.string(),
  matchedBy: z.enum(['uId', 'account', 'name', 'device', 'email', 'order']),
})
export type FoundPlayer = z.infer<typeof foundPlayer>

export const foundUnusable = z.object({
  sId: z.int(),
  serviceName: z.string(),
  /** Number of the operator, which a uId of the server should begin with. */
  platform: z.int(),
  /** The uId is no number, its leading number is of another operator, or its row names a server that is not there. */
  reason: z.enum(['not_a_number', 'other_platform', 'no_server']),
  count: z.int(),
})
export type FoundUnusable = z.infer<typeof foundUnusable>

/**
 * Finds players by a part of their name, by account or by uId, and by device, e-mail or order where a server offers it: on one server, on the servers of a line, or on all of a
 * game, as far as the caller may read players there.
 */
export const playerSearch = defineRoute({
  method: 'GET',
  path: '/adjust/players/search',
  title: 'scope.playerSearch',
  permission: readPlayer,
  level: 0,
  risk: 'R0',
  scopeRule: 'reach',
  query: z.object({
    q: z.string().check(z.trim(), z.minLength(1), z.maxLength(LONGEST_SEARCH)),
    game: schemas.shortText.check(z.minLength(1)),
    lineId: z.optional(schemas.shortText),
    sId: z.optional(schemas.sIdNumber),
    limit: z.optional(z.string().check(z.regex(/^([1-9]|[1-4]\d|50)$/))),
  }),
  target: ({ query }) => ({ game: query.game, lineId: query.lineId, sId: query.sId }),
  reply: z.object({
    /** Exact matches first. */
    players: z.array(foundPlayer),
    /** There are more players than these. */
    hasMore: z.boolean(),
    /** Servers that did not answer in time or at all, or do not offer this search. */
    unanswered: z.array(z.object({ sId: z.int(), serviceName: z.string() })),
    /** Rows of servers that nobody can open. */
    unusable: z.array(foundUnusable),
  }),
})
