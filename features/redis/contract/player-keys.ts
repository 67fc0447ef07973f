import { defineRoute, schemas, z } from '@qd/contract-kit'
import { redisBytes } from './bytes.ts'
import { connectionId } from './connection-config.ts'
import { atDatabase } from './connections.ts'
import { manageRedisConnections, readRedis } from './permissions.ts'

/*
 * Keys of one player. A connection keeps patterns of names with `{uId}` in them. One without a star is the name of one key
 * and is asked for as it is; one with a star is searched for within bounds.
 */

export const PLAYER_PATTERNS_MAX = 50
/** Keys examined for one pattern with a star, and of those that fit the most that are listed. */
export const PLAYER_SCAN = { examined: 100_000, listed: 100 } as const

/** Where the uId and the number of the player's server go. */
export const UID_SIGN = '{uId}'
export const SID_SIGN = '{sId}'

/** `*` stands for any characters; other signs are what they are. */
export const playerPattern = z.object({
  db: z.int().check(z.gte(0), z.lte(65_535)),
  pattern: z.string().check(z.maxLength(300), z.includes(UID_SIGN)),
  /** What its keys are called; empty: the pattern stands for itself. */
  label: z.string().check(z.trim(), z.maxLength(60)),
})
export type PlayerPattern = z.output<typeof playerPattern>

const atConnection = { lineId: schemas.shortText, connectionId }

/** Patterns of the connections of a line that the caller may open. */
export const listPlayerPatterns = defineRoute({
  method: 'POST',
  path: '/adjust/redis/player/patterns',
  title: 'redis.listPlayerPatterns',
  permission: readRedis,
  level: 2,
  risk: 'R0',
  body: z.object({ lineId: schemas.shortText }),
  target: atDatabase,
  reply: z.array(
    z.object({
      connectionId: z.string(),
      name: z.string(),
      patterns: z.array(playerPattern),
      /** For `savePlayerPatterns`; 0: nobody wrote any. */
      revision: z.int(),
    }),
  ),
})

/** Writes all patterns of a connection over the revision that was seen; another one is `redis_connection_changed`. */
export const savePlayerPatterns = defineRoute({
  method: 'POST',
  path: '/adjust/redis/player/patterns/save',
  title: 'redis.savePlayerPatterns',
  permission: manageRedisConnections,
  level: 2,
  risk: 'R2',
  body: z.object({
    ...atConnection,
    revision: schemas.revision,
    patterns: z.array(playerPattern).check(z.maxLength(PLAYER_PATTERNS_MAX)),
  }),
  target: atDatabase,
  subject: ({ body }) => body.connectionId,
  reply: z.object({ revision: z.int() }),
})

/** What the patterns of a connection find of a player. A pattern that fails does so alone. */
export const findPlayerKeys = defineRoute({
  method: 'POST',
  path: '/adjust/redis/player/keys',
  title: 'redis.findPlayerKeys',
  permission: readRedis,
  level: 2,
  risk: 'R0',
  body: z.object({ ...atConnection, uId: schemas.uIdText, sId: schemas.sIdNumber }),
  target: atDatabase,
  reply: z.object({
    found: z.array(
      z.object({
        ...playerPattern.shape,
        keys: z.array(
          z.object({
            key: redisBytes,
            /** `none`: there is no such key now. */
            type: z.string(),
            /** -1: no end. */
            ttlMs: z.number(),
          }),
        ),
        /** About how many keys were looked at; 0 where a name was asked for. */
        examined: z.number(),
        /** Not all keys were looked at, or more fit than are listed. */
        isIncomplete: z.boolean(),
        /** Why there is nothing, in the caller's language; empty when all went well. */
        msg: z.string(),
      }),
    ),
  }),
})
