import { defineJob, defineRoute, schemas, z } from '@qd/contract-kit'
import { KEY_BYTES, redisBytes } from './bytes.ts'
import { connectionId } from './connection-config.ts'
import { atDatabase, databaseRef } from './connections.ts'
import { dangerousRedis, editRedis } from './permissions.ts'

/*
 * Work on many keys: those that are named, or all below a prefix or that match a pattern. It is a job: any node goes on
 * with it, it can be paused and cancelled, and each key that failed is a row of its result.
 */

export const KEY_JOB_LIMITS = {
  /** Keys named one by one. */
  named: 10_000,
  /** Keys of one job. */
  keys: 1_000_000,
  /** Keys a preview examines before it says what it has counted so far. */
  examined: 5_000_000,
  /** Names a preview shows. */
  sample: 20,
  /** Keys a second. */
  rate: 5_000,
  /** A job with more keys keeps none in the bin. */
  kept: 2_000,
} as const

/** Which keys; a prefix is taken letter by letter, a pattern as MATCH has it. */
export const keySelection = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('keys'),
    keys: z.array(redisBytes).check(z.minLength(1), z.maxLength(KEY_JOB_LIMITS.named)),
  }),
  z.object({ kind: z.literal('prefix'), prefix: redisBytes }),
  z.object({ kind: z.literal('pattern'), pattern: z.string().check(z.minLength(1), z.maxLength(1_000)) }),
])
export type KeySelection = z.output<typeof keySelection>

const target = z.object({ lineId: databaseRef.lineId, connectionId, db: databaseRef.db })
const copying = {
  to: target,
  /** What happens to a key that is there already. */
  conflict: z.enum(['skip', 'replace', 'fail']),
  /** Takes the place of the selection's prefix, or stands before the names; to duplicate keys in their own database. */
  prefix: z.optional(redisBytes),
  /** The name of the copy, where one key is named. */
  name: z.optional(redisBytes),
}

export const keyAction = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('delete') }),
  /** Seconds from when the key is worked on. */
  z.object({ kind: z.literal('expire'), seconds: z.int().check(z.gte(1), z.lte(3_153_600_000)) }),
  z.object({ kind: z.literal('persist') }),
  z.object({ kind: z.literal('copy'), ...copying }),
  z.object({ kind: z.literal('move'), ...copying }),
])
export type KeyAction = z.output<typeof keyAction>

const change = { method: 'POST', level: 2, permission: editRedis } as const
const BODY_BYTES = 8 * KEY_BYTES

/** How many keys a selection has, and the first of them; nothing is changed. */
export const previewKeys = defineRoute({
  ...change,
  risk: 'R0',
  path: '/adjust/redis/keys/preview',
  title: 'redis.previewKeys',
  bodyLimit: BODY_BYTES,
  body: z.object({ ...databaseRef, selection: keySelection }),
  target: atDatabase,
  reply: z.object({
    keys: z.int(),
    /** False: so many were counted before the preview stopped looking. */
    isExact: z.boolean(),
    sample: z.array(redisBytes),
    /** Whether what is deleted or written over is kept in the bin. */
    isKept: z.boolean(),
  }),
})

export const keysJob = defineJob({
  name: 'redis.keys',
  title: 'redis.keysJob',
  permission: editRedis,
  risk: 'R3',
  params: z.object({ ...databaseRef, selection: z.unknown(), action: keyAction }),
  input: z.object({ key: redisBytes }),
})

export const startKeysJob = defineRoute({
  ...change,
  risk: 'R2',
  riskInProduction: 'R3',
  risesTo: 'R3',
  path: '/adjust/redis/keys/start',
  title: 'redis.startKeysJob',
  bodyLimit: BODY_BYTES,
  confirms: 'named',
  body: z.object({
    ...databaseRef,
    selection: keySelection,
    action: keyAction,
    idempotencyKey: schemas.idempotencyKey,
    ...schemas.confirmation,
  }),
  target: atDatabase,
  subject: ({ body }) => body.connectionId,
  audit: ({ body }) => ({ db: body.db, action: body.action.kind, selection: body.selection.kind }),
  reply: z.object({ jobId: z.string(), replayed: z.boolean(), keys: z.int() }),
})

/** Empties a database. Who does it types the name of its connection, wherever it is. */
export const flushDatabase = defineRoute({
  method: 'POST',
  level: 2,
  permission: dangerousRedis,
  risk: 'R4',
  confirms: 'named',
  path: '/adjust/redis/database/flush',
  title: 'redis.flushDatabase',
  body: z.object({ ...databaseRef, ...schemas.confirmation }),
  target: atDatabase,
  subject: ({ body }) => body.connectionId,
  audit: ({ body }) => ({ db: body.db }),
  /** How many keys were there. */
  reply: z.object({ keys: z.int() }),
})
