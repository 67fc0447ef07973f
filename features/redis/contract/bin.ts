import { defineRoute, schemas, z } from '@qd/contract-kit'
import { redisBytes } from './bytes.ts'
import { atDatabase, databaseRef } from './connections.ts'
import { NAMES_BYTES, readsKeys, writesKeys } from './key-parts.ts'

export const binEntry = z.object({
  binId: z.string(),
  key: redisBytes,
  db: z.int(),
  type: z.string(),
  /** What was done: deleted, overwritten, flushed. */
  action: z.string(),
  bytes: z.number(),
  /** What it had left; -1: no end. */
  ttlMs: z.number(),
  by: z.string(),
  at: z.number(),
  /** When it leaves the bin. */
  until: z.number(),
  restoredAt: z.nullable(z.number()),
})

/** What was deleted or overwritten by the console and can be had back; newest first. */
export const listBin = defineRoute({
  ...readsKeys,
  path: '/adjust/redis/bin/list',
  title: 'redis.listBin',
  body: z.object({
    ...databaseRef,
    before: z.optional(schemas.momentMs),
    search: z.string().check(z.maxLength(300)),
  }),
  target: atDatabase,
  reply: z.object({ list: z.array(binEntry), hasMore: z.boolean() }),
})

/** RESTORE under its name or another; an existing key is never replaced. */
export const restoreBin = defineRoute({
  ...writesKeys,
  path: '/adjust/redis/bin/restore',
  title: 'redis.restoreBin',
  bodyLimit: NAMES_BYTES,
  body: z.object({ ...databaseRef, binId: z.string().check(z.maxLength(64)), to: z.optional(redisBytes) }),
  target: atDatabase,
  audit: ({ body }) => ({ db: body.db }),
  subject: ({ body }) => body.binId,
  reply: z.object({ key: redisBytes }),
})
