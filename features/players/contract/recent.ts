import { defineRoute, schemas, z } from '@qd/contract-kit'

export const recentPlayer = z.object({
  uId: z.string(),
  name: z.string(),
  level: z.int(),
  sId: z.int(),
  lineId: z.string(),
  game: z.string(),
  /** As the catalogue has them now; absent: it has them no more. */
  gameName: z.optional(z.string()),
  lineName: z.optional(z.string()),
  at: z.number(),
})

/** The caller's last 15 opened players, newest first (S3.12, S4.10, S9.02). */
export const recentPlayers = defineRoute({
  method: 'POST',
  path: '/platform/user/recentPlayers',
  title: 'players.recent',
  permission: 'session',
  level: 0,
  risk: 'R0',
  body: schemas.emptyBody,
  reply: z.array(recentPlayer),
})

export const forgetRecentPlayers = defineRoute({
  method: 'POST',
  path: '/platform/user/recentPlayers/clear',
  title: 'players.forgetRecent',
  permission: 'session',
  level: 0,
  risk: 'R0',
  body: schemas.emptyBody,
  reply: schemas.nothing,
})
