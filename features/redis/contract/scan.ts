import { defineChannel, z } from '@qd/contract-kit'
import { redisBytes } from './bytes.ts'
import { databaseRef } from './connections.ts'
import { readRedis } from './permissions.ts'

/*
 * The keys of one database on one channel. The server scans and keeps the prefix tree; the page asks for the rows it
 * shows. A scan starts at cursor 0 and is drained when the server answers cursor 0; closing the channel ends it (S4.11).
 */

/** Rows of one answer. */
export const KEY_ROWS_MAX = 500
/** Keys whose type, time and size are asked for at once. */
export const KEY_FACTS_MAX = 200
/** Keys per load: bounds of the setting (S9.08). */
export const LOAD_MIN = 10
export const LOAD_MAX = 20_000
/** Children of one folder that are listed (S9.03); beyond it the folder says how many there are. */
export const FOLDER_CHILDREN_MAX = 20_000

export const REDIS_TYPES = ['string', 'hash', 'list', 'set', 'zset', 'stream', 'other'] as const
export const SCAN_STATES = ['running', 'paused', 'loaded', 'drained', 'cancelled', 'failed'] as const

/** Keys by the time they have left: without an end, with one, or ending within so many seconds. */
export const ttlFilter = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('none') }),
  z.object({ kind: z.literal('some') }),
  z.object({ kind: z.literal('within'), seconds: z.int().check(z.gte(1), z.lte(3_153_600_000)) }),
])
export type TtlFilter = z.output<typeof ttlFilter>

export const scanProgress = z.object({
  /** Number of the scan on this channel; rows of an older one are gone. */
  scan: z.int(),
  /** `loaded`: a quick scan found as many keys as were asked for and waits for `more`. */
  state: z.enum(SCAN_STATES),
  /** There is a key of just this name, so the pattern was read as that name. */
  isName: z.optional(z.boolean()),
  /** Keys the server looked at, and those that matched. */
  examined: z.number(),
  matched: z.number(),
  /**
   * Keys of the database when it began; null where the server does not tell. Somebody who may only read some prefixes
   * has it once for each of them: they are gone through one after the other.
   */
  total: z.nullable(z.number()),
  ms: z.number(),
  /** By master of a cluster; one otherwise. */
  nodes: z.array(z.object({ node: z.string(), examined: z.number(), isDrained: z.boolean() })),
  /** Names of leaves were dropped to stay below the memory cap: such folders are scanned again when opened. */
  isCapped: z.boolean(),
  /** Bytes the tree takes on the console. */
  bytes: z.number(),
  /** Error code and sentence of a failed one; empty otherwise. */
  code: z.string(),
  msg: z.string(),
})
export type ScanProgress = z.output<typeof scanProgress>

const prefix = redisBytes
export const keyRow = z.union([
  z.object({
    kind: z.literal('folder'),
    /** Last part of the prefix, and the whole prefix with its separator. */
    name: redisBytes,
    prefix,
    keys: z.number(),
    /** `exact`: the scan is drained; `soFar`: it still runs; `stale`: keys were changed here since. */
    count: z.enum(['exact', 'soFar', 'stale']),
  }),
  z.object({ kind: z.literal('key'), key: redisBytes, name: redisBytes }),
])
export type KeyRow = z.output<typeof keyRow>

export const keyFacts = z.object({
  key: redisBytes,
  /** Type as the server names it; `none` when the key is gone, empty where the server tells nothing of this key. */
  type: z.string(),
  /** Milliseconds left; -1: no end, null: the server does not tell. */
  ttlMs: z.nullable(z.number()),
  /** Bytes by MEMORY USAGE; null where it was not asked for or is refused. */
  bytes: z.nullable(z.number()),
})
export type KeyFacts = z.output<typeof keyFacts>

export const scanAsks = {
  /** Begins a scan; the one before ends. */
  scan: {
    input: z.object({
      /** Glob; empty for all. A key that has these very signs as its name wins: it alone is found. */
      pattern: z.string().check(z.maxLength(1_000)),
      /** It is a glob whatever keys there are. */
      isGlob: z.optional(z.boolean()),
      /** Only keys of this type; empty for all. */
      type: z.string().check(z.maxLength(64)),
      /** Only keys that fit it as they are when the scan comes to them: each takes once more from the budget. */
      ttl: z.optional(ttlFilter),
      /** `quick` waits when `load` keys were found; `full` goes to the end. */
      mode: z.enum(['quick', 'full']),
      load: z.int().check(z.gte(LOAD_MIN), z.lte(LOAD_MAX)),
      /** Between folders; none: a list. */
      separators: z.array(z.string().check(z.minLength(1), z.maxLength(8))).check(z.maxLength(5)),
    }),
    reply: scanProgress,
  },
  /** The next `load` keys of a quick scan. */
  more: { input: z.object({ scan: z.int() }), reply: scanProgress },
  /** To the end, of a quick scan. */
  all: { input: z.object({ scan: z.int() }), reply: scanProgress },
  pause: { input: z.object({ scan: z.int() }), reply: scanProgress },
  resume: { input: z.object({ scan: z.int() }), reply: scanProgress },
  cancel: { input: z.object({ scan: z.int() }), reply: scanProgress },
  /**
   * Rows of a folder, or of the whole list (`prefix` empty and no separators): folders first, then keys, by name. A list
   * without folders that is longer than FOLDER_CHILDREN_MAX stays in the order it was found, all of it.
   */
  rows: {
    input: z.object({
      scan: z.int(),
      prefix,
      from: z.int().check(z.gte(0)),
      count: z.int().check(z.gte(1), z.lte(KEY_ROWS_MAX)),
    }),
    reply: z.object({
      rows: z.array(keyRow),
      /** Folders and keys there are in it. */
      total: z.number(),
      /** Rows that can be asked for. An answer with long names has fewer rows than asked; the next begins behind them. */
      listed: z.number(),
      /** More than are listed: beyond FOLDER_CHILDREN_MAX, or than the memory cap lets be named. */
      isCut: z.boolean(),
      /** Leaf names of this folder were dropped; `load` reads them again. */
      isDropped: z.boolean(),
    }),
  },
  /**
   * Reads one folder again: new keys appear, those that are gone leave. Not done after 20 s: asked again, it goes on
   * waiting for the same reading.
   */
  load: {
    input: z.object({ scan: z.int(), prefix }),
    reply: z.object({ keys: z.number(), isDone: z.boolean() }),
  },
  /**
   * Type and time of rows on screen; `withBytes` also their size. `isBulk`: of keys nobody sees yet, for a sorting; each
   * takes from the budget of the scans.
   */
  facts: {
    input: z.object({
      keys: z.array(redisBytes).check(z.minLength(1), z.maxLength(KEY_FACTS_MAX)),
      withBytes: z.boolean(),
      isBulk: z.optional(z.boolean()),
    }),
    reply: z.object({ list: z.array(keyFacts) }),
  },
  /** One key by its name; never scans. Type `none`: there is no such key. */
  find: { input: z.object({ key: redisBytes }), reply: keyFacts },
  /** Told after own changes, so that the tree follows without a scan. */
  touched: {
    input: z.object({
      scan: z.int(),
      added: z.array(redisBytes).check(z.maxLength(1_000)),
      removed: z.array(redisBytes).check(z.maxLength(1_000)),
    }),
    reply: z.object({}),
  },
}

export const keysChannel = defineChannel({
  name: 'redis.keys',
  title: 'redis.keysLive',
  permission: readRedis,
  level: 2,
  open: z.object(databaseRef),
  target: (open) => ({ lineId: open.lineId }),
  event: z.discriminatedUnion('kind', [
    z.object({ kind: z.literal('scan'), progress: scanProgress }),
    /** The connection under the page: it starts as `ready` (S4.11). */
    z.object({
      kind: z.literal('link'),
      state: z.enum(['ready', 'reconnecting', 'lost']),
      /** Which attempt, and why it is lost; 0 and empty when ready. */
      attempt: z.int(),
      code: z.string(),
      msg: z.string(),
    }),
  ]),
  asks: scanAsks,
})
