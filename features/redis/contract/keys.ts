import { defineRoute, schemas, z } from '@qd/contract-kit'
import { keyName, redisBytes } from './bytes.ts'
import type { RedisBytes } from './bytes.ts'
import { atDatabase, connectionId, databaseRef } from './connections.ts'
import { editRedis, readRedis } from './permissions.ts'

/*
 * One key. Values are read in pages and windows, never whole. What is changed says what it was (`expect`: sha1 of the
 * bytes that were read, hex, as Redis' own `redis.sha1hex`): a value somebody else changed meanwhile stays as it is.
 */

/** Entries of one page. */
export const PAGE_MAX = 500
/** Bytes of one window of a string, and of one cell of a page; the rest is fetched by `keyWindow`. */
export const WINDOW_BYTES = 65_536
export const CELL_BYTES = 4_096
/** Largest value that is edited as a whole; larger ones are uploaded. */
export const EDIT_BYTES = 1_048_576
/** Days of milliseconds: a time to live a page may give. */
const ttlMs = z.int().check(z.lte(3_153_600_000_000))
const sha1 = z.string().check(z.regex(/^[0-9a-f]{40}$/))
const oneKey = { ...databaseRef, key: redisBytes }
/** A key and a field of KEY_BYTES each, in base64. */
const NAMES_BYTES = 4 * 1_048_576
const read = { method: 'POST', level: 2, permission: readRedis, risk: 'R0', bodyLimit: NAMES_BYTES } as const
const score = z.string().check(z.maxLength(40))
const streamId = z.string().check(z.maxLength(64))

/** What is known of a key; `type` is `none` when it does not exist. Numbers a server refuses are null. */
export const keyShow = defineRoute({
  ...read,
  path: '/adjust/redis/key/show',
  title: 'redis.keyShow',
  body: z.object(oneKey),
  target: atDatabase,
  reply: z.object({
    type: z.string(),
    /** -1: no end. */
    ttlMs: z.number(),
    /** Fields, members, entries; bytes of a string. */
    length: z.nullable(z.number()),
    bytes: z.nullable(z.number()),
    encoding: z.nullable(z.string()),
    /** Seconds since it was last used, or how often it is used (LFU). */
    idleSeconds: z.nullable(z.number()),
    frequency: z.nullable(z.number()),
    /** Whether fields of a hash may have an end of their own here (7.4). */
    hasFieldTtl: z.boolean(),
    /** What a type of a module tells of itself (BF.INFO, TS.INFO …); empty for the others. */
    info: z.array(z.object({ name: z.string(), value: z.string() })),
    /** Some of what it holds, where the type tells: items of a top-k, newest samples of a time series, elements of a vector set. */
    items: z.array(z.object({ name: redisBytes, value: z.string() })),
    mayEdit: z.boolean(),
  }),
})

export const cell = z.object({
  /** At most CELL_BYTES. */
  value: redisBytes,
  bytes: z.int(),
  isCut: z.boolean(),
  /** Of the whole value, for `expect`; empty when it is larger than EDIT_BYTES. */
  sha1: z.string().check(z.regex(/^([0-9a-f]{40})?$/)),
})
export type Cell = z.output<typeof cell>

/** A field or member longer than CELL_BYTES, of which a page has the beginning: what the whole is found again by. */
const longName = z.object({
  /** Where it was met: cursor and COUNT of the scan, or the score in a sorted set. */
  at: z.string().check(z.maxLength(64)),
  bytes: z.int().check(z.gte(1)),
  /** sha1 of the whole up to EDIT_BYTES; beyond, of its first and last CELL_BYTES. */
  mark: sha1,
})
export type LongName = z.output<typeof longName>
const long = z.optional(longName)

export const pageRow = z.discriminatedUnion('type', [
  /** `long` of the field; `field` is its beginning then. */
  z.object({
    type: z.literal('hash'),
    field: redisBytes,
    ...cell.shape,
    ttlMs: z.nullable(z.number()),
    long,
  }),
  z.object({ type: z.literal('list'), index: z.int(), ...cell.shape }),
  z.object({ type: z.literal('set'), member: redisBytes, bytes: z.int(), isCut: z.boolean(), long }),
  z.object({ type: z.literal('zset'), member: redisBytes, bytes: z.int(), isCut: z.boolean(), score, long }),
  z.object({
    type: z.literal('stream'),
    id: streamId,
    /** In their order; a name may come twice. `bytes`: of a value that was cut. */
    fields: z.array(z.object({ name: redisBytes, value: redisBytes, bytes: z.optional(z.int()) })),
    isCut: z.boolean(),
  }),
])
export type PageRow = z.output<typeof pageRow>

/** Entries of a key, page by page: `cursor` of the answer before, empty for the first; answered empty at the end. */
export const keyPage = defineRoute({
  ...read,
  path: '/adjust/redis/key/page',
  title: 'redis.keyPage',
  body: z.object({
    ...oneKey,
    /** The type the page was drawn for: another one now is `redis_key_changed`. */
    type: z.enum(['hash', 'list', 'set', 'zset', 'stream']),
    cursor: z.string().check(z.maxLength(64)),
    count: z.int().check(z.gte(1), z.lte(PAGE_MAX)),
    /** Searched in fields and members by glob, in list entries and hash values as text; empty for all. */
    filter: z.string().check(z.maxLength(300)),
    inValues: z.boolean(),
    isDescending: z.boolean(),
    /** Bounds by score, index or stream id, as Redis writes them; empty for none. */
    from: z.string().check(z.maxLength(64)),
    to: z.string().check(z.maxLength(64)),
  }),
  target: atDatabase,
  reply: z.object({
    rows: z.array(pageRow),
    cursor: z.string(),
    /** Entries looked at so far for a filter, where it is not all of them. */
    examined: z.number(),
    length: z.number(),
  }),
})

/** What a window is cut from: a string, or one value inside a key. */
export const valuePlace = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('string') }),
  z.object({ kind: z.literal('field'), field: redisBytes }),
  z.object({ kind: z.literal('index'), index: z.int() }),
  z.object({ kind: z.literal('json'), path: z.string().check(z.maxLength(1_000)) }),
  /** A field or member itself, of which a page had the beginning. */
  z.object({ kind: z.literal('name'), type: z.enum(['hash', 'set', 'zset']), ...longName.shape }),
  /** The value of a field of a stream entry, counted from 0. */
  z.object({ kind: z.literal('entry'), id: streamId, at: z.int().check(z.gte(0), z.lte(1_000_000)) }),
])

/** A window of a value: at most WINDOW_BYTES from `offset`. */
export const keyWindow = defineRoute({
  ...read,
  path: '/adjust/redis/key/window',
  title: 'redis.keyWindow',
  body: z.object({ ...oneKey, place: valuePlace, offset: z.int().check(z.gte(0)) }),
  target: atDatabase,
  reply: z.object({
    base64: z.base64(),
    /** Of the whole value. */
    bytes: z.number(),
    /** Of the whole value where it is at most EDIT_BYTES; else empty. */
    sha1: z.string(),
  }),
})

/** A whole value as a file, in pieces of constant size. */
export const keyDownload = defineRoute({
  method: 'GET',
  level: 2,
  permission: readRedis,
  risk: 'R0',
  path: '/adjust/redis/key/download',
  title: 'redis.keyDownload',
  query: z.object({
    lineId: schemas.shortText,
    connectionId,
    db: z.coerce.number().check(z.int(), z.gte(0), z.lte(65_535)),
    /** Base64 of the key, and of the field for a value of a hash. */
    key: z.base64(),
    field: z.optional(z.base64()),
  }),
  target: ({ query }) => ({ lineId: query.lineId }),
  reply: z.unknown(),
  raw: true,
})

/** Groups of a stream, and with `group` its consumers and what is pending. */
export const streamGroups = defineRoute({
  ...read,
  path: '/adjust/redis/key/groups',
  title: 'redis.streamGroups',
  body: z.object({ ...oneKey, group: z.optional(redisBytes) }),
  target: atDatabase,
  reply: z.object({
    groups: z.array(
      z.object({
        name: redisBytes,
        consumers: z.number(),
        pending: z.number(),
        lastId: streamId,
        lag: z.nullable(z.number()),
      }),
    ),
    consumers: z.array(z.object({ name: redisBytes, pending: z.number(), idleMs: z.number() })),
    pending: z.array(
      z.object({ id: streamId, consumer: redisBytes, idleMs: z.number(), deliveries: z.number() }),
    ),
  }),
})

const entries = <T extends z.core.$ZodType>(of: T) => z.array(of).check(z.minLength(1), z.maxLength(1_000))
const pair = z.object({ name: redisBytes, value: redisBytes })
const expect = z.nullable(sha1)

/** One change of a key. `expect` null: nothing must be there. */
export const keyEdit = z.discriminatedUnion('kind', [
  /** KEEPTTL. */
  z.object({ kind: z.literal('setString'), value: redisBytes, expect: sha1 }),
  z.object({
    kind: z.literal('setBit'),
    offset: z.int().check(z.gte(0), z.lte(4_294_967_295)),
    bit: z.int(),
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
  z.object({ kind: z.literal('setIndex'), index: z.int(), value: redisBytes, expect: sha1 }),
  /** Before the element at `index`, which has the hash `expect`; at either end it is `push`. */
  z.object({ kind: z.literal('insertIndex'), index: z.int(), value: redisBytes, expect: sha1 }),
  z.object({ kind: z.literal('removeIndex'), index: z.int(), expect: sha1 }),
  z.object({ kind: z.literal('moveIndex'), index: z.int(), to: z.int(), expect: sha1 }),
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
    minIdleMs: z.int().check(z.gte(0)),
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

const write = { method: 'POST', level: 2, permission: editRedis, risk: 'R2' } as const
/** Change of a key as the audit keeps it: never a value. */
const keyOf = ({ body }: { body: { key: RedisBytes } }) => keyName(body.key)
const auditOf = ({ body }: { body: { db: number; edit: { kind: string } } }) => ({
  db: body.db,
  kind: body.edit.kind,
})

/** Changes one key; what is lost by it goes to the bin first. */
export const editKey = defineRoute({
  ...write,
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
  ...write,
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
  ...write,
  path: '/adjust/redis/key/upload',
  title: 'redis.keyUpload',
  query: z.object({
    lineId: schemas.shortText,
    connectionId,
    db: z.coerce.number().check(z.int(), z.gte(0), z.lte(65_535)),
    key: z.base64(),
    /** STRLEN as it was read; -1: the key must not exist. */
    expectBytes: z.coerce.number(),
    reason: z.optional(z.string().check(z.maxLength(500))),
  }),
  bytesLimit: UPLOAD_BYTES,
  target: ({ query }) => ({ lineId: query.lineId }),
  audit: ({ query }) => ({ db: query.db }),
  subject: ({ query }) => keyName({ base64: query.key }),
  reply: z.object({ bytes: z.number() }),
})

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
  ...read,
  path: '/adjust/redis/bin/list',
  title: 'redis.listBin',
  body: z.object({
    ...databaseRef,
    before: z.optional(z.number()),
    search: z.string().check(z.maxLength(300)),
  }),
  target: atDatabase,
  reply: z.object({ list: z.array(binEntry), hasMore: z.boolean() }),
})

/** RESTORE under its name or another; an existing key is never replaced. */
export const restoreBin = defineRoute({
  ...write,
  path: '/adjust/redis/bin/restore',
  title: 'redis.restoreBin',
  bodyLimit: NAMES_BYTES,
  body: z.object({ ...databaseRef, binId: z.string().check(z.maxLength(64)), to: z.optional(redisBytes) }),
  target: atDatabase,
  audit: ({ body }) => ({ db: body.db }),
  subject: ({ body }) => body.binId,
  reply: z.object({ key: redisBytes }),
})
