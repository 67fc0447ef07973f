import { defineRoute, schemas, z } from '@qd/contract-kit'
import { redisBytes } from './bytes.ts'
import { connectionId } from './connection-config.ts'
import { atDatabase } from './connections.ts'
import { oneKey, readsKeys, score, sha1, streamId } from './key-parts.ts'
import { readRedis } from './permissions.ts'

/* One key. Values are read in pages and windows, never whole. */

/** Entries of one page. */
export const PAGE_MAX = 500
/** Bytes of one window of a string, and of one cell of a page; the rest is fetched by `keyWindow`. */
export const WINDOW_BYTES = 65_536
export const CELL_BYTES = 4_096
/** Largest value that is edited as a whole; larger ones are uploaded. */
export const EDIT_BYTES = 1_048_576

/** What is known of a key; `type` is `none` when it does not exist. Numbers a server refuses are null. */
export const keyShow = defineRoute({
  ...readsKeys,
  path: '/adjust/redis/key/show',
  title: 'redis.keyShow',
  body: z.object(oneKey),
  target: atDatabase,
  reply: z.object({
    type: z.string(),
    /** -1: no end; null: the server does not tell. */
    ttlMs: z.nullable(z.number()),
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
  bytes: z.int().check(z.gte(1), z.lte(999_999_999_999_999)),
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
  ...readsKeys,
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
    /** Null: the server does not tell. */
    length: z.nullable(z.number()),
  }),
})

/** What a window is cut from: a string, or one value inside a key. */
export const valuePlace = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('string') }),
  z.object({ kind: z.literal('field'), field: redisBytes }),
  z.object({
    kind: z.literal('index'),
    index: z.int().check(z.gte(-4_294_967_296), z.lte(4_294_967_295)),
  }),
  z.object({ kind: z.literal('json'), path: z.string().check(z.maxLength(1_000)) }),
  /** A field or member itself, of which a page had the beginning. */
  z.object({ kind: z.literal('name'), type: z.enum(['hash', 'set', 'zset']), ...longName.shape }),
  /** The value of a field of a stream entry, counted from 0. */
  z.object({ kind: z.literal('entry'), id: streamId, at: z.int().check(z.gte(0), z.lte(1_000_000)) }),
])

/** A window of a value: at most WINDOW_BYTES from `offset`. */
export const keyWindow = defineRoute({
  ...readsKeys,
  path: '/adjust/redis/key/window',
  title: 'redis.keyWindow',
  body: z.object({ ...oneKey, place: valuePlace, offset: schemas.position }),
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
  ...readsKeys,
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
