import { defineRoute, schemas, z } from '@qd/contract-kit'
import { keyName, redisBytes } from './bytes.ts'
import type { RedisBytes } from './bytes.ts'
import { connectionId } from './connection-config.ts'
import { atDatabase } from './connections.ts'
import { oneKey, score, sha1, streamId, writesKeys } from './key-parts.ts'
import { EDIT_BYTES } from './keys.ts'

/*
 * Changes of one key. What is changed says what it was (`expect`: sha1 of the bytes that were read, hex, as Redis' own
 * `redis.sha1hex`): a value somebody else changed meanwhile stays as it is.
 */

/** Days of milliseconds: a time to live a page may give. */
const ttlMs = z.int().check(z.lte(3_153_600_000_000))
const entries = <T extends z.core.$ZodType>(of: T) => z.array(of).check(z.minLength(1), z.maxLength(1_000))
const pair = z.object({ name: redisBytes, value: redisBytes })
const expect = z.nullable(sha1)
/** A list has at most 2^32 elements; from its end it is counted below 0. */
const listIndex = z.int().check(z.gte(-4_294_967_296), z.lte(4_294_967_295))

/** One change of a key. `expect` null: nothing must be there. */
export const keyEdit = z.discriminatedUnion('kind', [
  /** KEEPTTL. */
  z.object({ kind: z.literal('setString'), value: redisBytes, expect: sha1 }),
  z.object({
    kind: z.literal('setBit'),
    offset: z.int().check(z.gte(0), z.lte(4_294_967_295)),
    bit: z.int().check(z.gte(0), z.lte(1)),
  }),
  /** `from` is renamed to `field` when it differs; a field that is there already is `redis_key_exists`. */
  z.object({
    kind: z.literal('setField'),
    field: redisBytes,
    value: redisBytes,
    expect,
    from: z.optional(redisBytes),
  }),
  /** Fields that are there already stay as they are: the answer names them in `existing`. */
  z.object({ kind: z.literal('addFields'), fields: entries(pair) }),
  z.object({ kind: z.literal('removeFields'), fields: entries(redisBytes) }),
  /** At most 0: the field goes. Null: no end. */
  z.object({ kind: z.literal('expireField'), field: redisBytes, ttlMs: z.nullable(ttlMs) }),
  z.object({ kind: z.literal('push'), at: z.enum(['head', 'tail']), values: entries(redisBytes) }),
  z.object({ kind: z.literal('setIndex'), index: listIndex, value: redisBytes, expect: sha1 }),
  /** Before the element at `index`, which has the hash `expect`; at either end it is `push`. */
  z.object({ kind: z.literal('insertIndex'), index: listIndex, value: redisBytes, expect: sha1 }),
  z.object({ kind: z.literal('removeIndex'), index: listIndex, expect: sha1 }),
  z.object({ kind: z.literal('moveIndex'), index: listIndex, to: listIndex, expect: sha1 }),
  z.object({ kind: z.literal('addMembers'), members: entries(redisBytes) }),
  z.object({ kind: z.literal('replaceMember'), member: redisBytes, by: redisBytes }),
  z.object({ kind: z.literal('removeMembers'), members: entries(redisBytes) }),
  z.object({ kind: z.literal('addScored'), members: entries(z.object({ member: redisBytes, score })) }),
  /** `expectScore` as it was read; `by` gives the member another name. */
  z.object({
    kind: z.literal('setScored'),
    member: redisBytes,
    by: redisBytes,
    score,
    expectScore: score,
  }),
  z.object({ kind: z.literal('removeScored'), members: entries(redisBytes) }),
  z.object({ kind: z.literal('addEntry'), id: streamId, fields: entries(pair) }),
  z.object({ kind: z.literal('removeEntries'), ids: entries(streamId) }),
  z.object({ kind: z.literal('trimStream'), by: z.enum(['length', 'id']), bound: streamId }),
  z.object({ kind: z.literal('createGroup'), group: redisBytes, fromId: streamId }),
  z.object({ kind: z.literal('removeGroup'), group: redisBytes }),
  z.object({ kind: z.literal('ack'), group: redisBytes, ids: entries(streamId) }),
  z.object({
    kind: z.literal('claim'),
    group: redisBytes,
    consumer: redisBytes,
    minIdleMs: schemas.position,
    ids: entries(streamId),
  }),
  z.object({
    kind: z.literal('setJson'),
    path: z.string().check(z.minLength(1), z.maxLength(1_000)),
    value: z.string().check(z.maxLength(EDIT_BYTES)),
    expect,
  }),
  z.object({
    kind: z.literal('removeJson'),
    path: z.string().check(z.minLength(1), z.maxLength(1_000)),
    expect: sha1,
  }),
  /** RENAMENX. What takes it back is a change of the key by its new name. */
  z.object({ kind: z.literal('rename'), to: redisBytes }),
  /** At most 0: the key is deleted (S4.13). Null: no end. */
  z.object({ kind: z.literal('expire'), ttlMs: z.nullable(ttlMs) }),
  z.object({ kind: z.literal('remove') }),
])
export type KeyEdit = z.output<typeof keyEdit>

/** Change of a key as the audit keeps it: never a value. */
const keyOf = ({ body }: { body: { key: RedisBytes } }) => keyName(body.key)
const auditOf = ({ body }: { body: { db: number; edit: { kind: string } } }) => ({
  db: body.db,
  kind: body.edit.kind,
})

/** Changes one key; what is lost by it goes to the bin first. */
export const editKey = defineRoute({
  ...writesKeys,
  path: '/adjust/redis/key/edit',
  title: 'redis.editKey',
  body: z.object({ ...oneKey, edit: keyEdit, reason: z.optional(z.string().check(z.maxLength(500))) }),
  bodyLimit: 8 * 1_048_576,
  target: atDatabase,
  audit: auditOf,
  subject: keyOf,
  reply: z.object({
    /** Entries that changed, as Redis counted them. */
    changed: z.number(),
    /** The change that takes it back; null where there is none. */
    undo: z.nullable(keyEdit),
    /** In the bin; empty when nothing was kept. */
    binId: z.string(),
    /** Of `addFields`: what was there already and stays as it was. */
    existing: z.optional(z.array(redisBytes)),
  }),
})

/** A new key with its first value; an existing one is never touched (`redis_key_exists`). */
export const createKey = defineRoute({
  ...writesKeys,
  path: '/adjust/redis/key/create',
  title: 'redis.createKey',
  body: z.object({
    ...oneKey,
    ttlMs: z.nullable(ttlMs),
    content: z.discriminatedUnion('type', [
      z.object({ type: z.literal('string'), value: redisBytes }),
      z.object({ type: z.literal('hash'), fields: entries(pair) }),
      z.object({ type: z.literal('list'), values: entries(redisBytes) }),
      z.object({ type: z.literal('set'), members: entries(redisBytes) }),
      z.object({
        type: z.literal('zset'),
        members: entries(z.object({ member: redisBytes, score })),
      }),
      z.object({ type: z.literal('stream'), id: streamId, fields: entries(pair) }),
      z.object({ type: z.literal('json'), value: z.string().check(z.maxLength(EDIT_BYTES)) }),
    ]),
    reason: z.optional(z.string().check(z.maxLength(500))),
  }),
  bodyLimit: 8 * 1_048_576,
  target: atDatabase,
  audit: ({ body }) => ({ db: body.db, type: body.content.type }),
  subject: keyOf,
  reply: z.object({}),
})

/** Largest file of one call, as of all files of the product; a larger value cannot be uploaded. */
export const UPLOAD_BYTES = 10_485_760

/** Puts the bytes of a file in the place of a string, in pieces, below a name of its own until all are there; keeps the end. */
export const keyUpload = defineRoute({
  ...writesKeys,
  path: '/adjust/redis/key/upload',
  title: 'redis.keyUpload',
  query: z.object({
    lineId: schemas.shortText,
    connectionId,
    db: z.coerce.number().check(z.int(), z.gte(0), z.lte(65_535)),
    key: z.base64(),
    /** STRLEN as it was read; -1: the key must not exist. */
    expectBytes: z.coerce.number().check(z.int(), z.gte(-1), z.lte(999_999_999_999_999)),
    reason: z.optional(z.string().check(z.maxLength(500))),
  }),
  bytesLimit: UPLOAD_BYTES,
  target: ({ query }) => ({ lineId: query.lineId }),
  audit: ({ query }) => ({ db: query.db }),
  subject: ({ query }) => keyName({ base64: query.key }),
  reply: z.object({ bytes: z.number() }),
})
