import { defineRoute, z } from '@qd/contract-kit'
import { KEY_BYTES, redisBytes } from './bytes.ts'
import { atDatabase, databaseRef } from './connections.ts'
import { readRedis } from './permissions.ts'
import { byNode } from './server.ts'

/*
 * Indexes of RediSearch and what they find, only read. An index tells of keys whoever asks may not name, so somebody whose
 * grants name some keys alone is refused (`redis_key_forbidden`); a server without the module is `redis_command_unknown`.
 */

/** Indexes of a node that are listed. */
export const SEARCH_INDEXES_MAX = 200
/** Documents of one page, and how far pages go: RediSearch itself ends there. */
export const SEARCH_PAGE_MAX = 100
export const SEARCH_REACH = 1_000_000
export const SEARCH_QUERY_CHARS = 8_192
/** Fields of a document that are shown, and bytes of each. */
export const SEARCH_FIELDS_MAX = 50
export const SEARCH_VALUE_BYTES = 512

const read = {
  method: 'POST',
  level: 2,
  permission: readRedis,
  risk: 'R0',
  target: atDatabase,
  bodyLimit: 2 * KEY_BYTES,
} as const

const searchField = z.object({
  /** What queries call it. */
  name: redisBytes,
  /** Path or field it is read from, where it has another name. */
  from: z.nullable(redisBytes),
  /** `TEXT`, `TAG`, `NUMERIC`, `GEO` … as the server words it; and what else it says, `WEIGHT 5 NOSTEM`. */
  type: z.string(),
  options: z.string(),
  isSortable: z.boolean(),
})
export type SearchField = z.output<typeof searchField>

const searchIndex = z.object({
  name: redisBytes,
  /** Why nothing else is known of it; empty when it answered. */
  msg: z.string(),
  documents: z.number(),
  /** Null where the server does not count them. */
  terms: z.nullable(z.number()),
  records: z.nullable(z.number()),
  bytes: z.nullable(z.number()),
  /** Share of the keys it has been through, 0 to 1; 1 where the server does not tell: then it has no such state. */
  indexed: z.number(),
  isIndexing: z.boolean(),
  failures: z.number(),
  /** `HASH` or `JSON`, and prefixes of keys; empty before 2.0, where programs add each document by themselves. */
  keyType: z.string(),
  prefixes: z.array(redisBytes),
  fields: z.array(searchField),
})
export type SearchIndex = z.output<typeof searchIndex>

/** Indexes with schema and state (FT._LIST and FT.INFO; before 2.0 a scan for the keys they are kept in). */
export const searchIndexes = defineRoute({
  ...read,
  path: '/adjust/redis/server/search/indexes',
  title: 'redis.searchIndexes',
  body: z.object(databaseRef),
  reply: z.object({
    nodes: byNode(
      z.object({
        indexes: z.array(searchIndex),
        /** There may be more: the list, or the scan, ended at its limit. */
        isIncomplete: z.boolean(),
      }),
    ),
  }),
})

const asked = {
  ...databaseRef,
  /** As `searchIndexes` names it: an index may be of one node alone. */
  node: z.string(),
  index: redisBytes,
  query: z.string().check(z.minLength(1), z.maxLength(SEARCH_QUERY_CHARS)),
}

const searchDocument = z.object({
  key: redisBytes,
  /** Fields in all; not all of them may be in `fields`. Null: there is no content, or it has gone. */
  fieldCount: z.nullable(z.int()),
  fields: z.array(z.object({ name: redisBytes, value: redisBytes, bytes: z.int(), isCut: z.boolean() })),
})
export type SearchDocument = z.output<typeof searchDocument>

/** One page of what a query finds. The module's refusal is `redis_refused` at `query`, or at `index` for an unknown one. */
export const searchQuery = defineRoute({
  ...read,
  path: '/adjust/redis/server/search/query',
  title: 'redis.searchQuery',
  body: z.object({
    ...asked,
    offset: z.int().check(z.gte(0), z.lt(SEARCH_REACH)),
    limit: z.int().check(z.gte(1), z.lte(SEARCH_PAGE_MAX)),
    /** Which fields come: null for all, none for names of keys alone. */
    fields: z.nullable(z.array(redisBytes).check(z.maxLength(SEARCH_FIELDS_MAX))),
    sortBy: z.optional(z.object({ field: redisBytes, isDescending: z.boolean() })),
  }),
  reply: z.object({
    total: z.number(),
    documents: z.array(searchDocument),
    /** Milliseconds to the answer. */
    ms: z.number(),
  }),
})

/** How the server would go about a query (FT.EXPLAIN). */
export const searchExplain = defineRoute({
  ...read,
  path: '/adjust/redis/server/search/explain',
  title: 'redis.searchExplain',
  body: z.object(asked),
  reply: z.object({ plan: z.string(), ms: z.number() }),
})
