import { z } from 'zod'
import { playerRow } from './schemas-player.ts'

/** Both ends belong to it; an absent end is open. */
const numbers = z.strictObject({
  min: z.int().nonnegative().optional(),
  max: z.int().nonnegative().optional(),
})
/** Epoch milliseconds of game time, from `from` until before `to`. */
const times = z.strictObject({
  from: z.int().nonnegative().optional(),
  to: z.int().nonnegative().optional(),
})

/**
 * Which players; all parts hold at once, and an absent part holds for everybody. A server refuses a part that it does
 * not know with 2004: to leave it out would reach more players than were meant.
 */
export const playerCondition = z.strictObject({
  channels: z.array(z.string().min(1).max(64)).min(1).max(1000).optional(),
  level: numbers.optional(),
  vip: numbers.optional(),
  registered: times.optional(),
  lastLogin: times.optional(),
})
export type PlayerCondition = z.infer<typeof playerCondition>

export const playersQueryRequest = z.object({
  where: playerCondition,
  cursor: z.string().max(256).optional(),
  limit: z.int().positive().max(1000),
  /** Only the count is wanted; `rows` stays empty. */
  countOnly: z.boolean().default(false),
})
export type PlayersQueryRequest = z.infer<typeof playersQueryRequest>

export const queriedPlayer = playerRow.extend({
  vip: z.int().nonnegative().optional(),
  /** Epoch milliseconds of game time; 0: never. */
  registeredAt: z.int().nonnegative().optional(),
  lastLoginAt: z.int().nonnegative().optional(),
})
export type QueriedPlayer = z.infer<typeof queriedPlayer>

/** `count` is of all players that fit, whatever the page. */
export const playersQueryReply = z.object({
  count: z.int().nonnegative(),
  isEstimate: z.boolean(),
  rows: z.array(queriedPlayer).max(1000),
  /** Where to go on; empty: no player is left. */
  cursor: z.string().max(256).default(''),
})
export type PlayersQueryReply = z.infer<typeof playersQueryReply>
