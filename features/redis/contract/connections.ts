import { defineRoute, schemas, z } from '@qd/contract-kit'
import { manageRedisConnections, readRedis } from './permissions.ts'
import {
  CONNECTIONS_MAX,
  REDIS_MODES,
  connectionConfig,
  connectionId,
  connectionSecrets,
  redisConnection,
  secretText,
} from './connection-config.ts'

/*
 * A connection belongs to a line. Secrets go in and never come out; a secret left out of a save stays as it is, an empty
 * one is removed.
 */

/** Certificates and keys of all hops; what a form holds is far below. */
const CONFIG_BYTES = 524_288

/** The connections the caller may open, of the line or, without one, of the game (S7.10). */
export const listConnections = defineRoute({
  method: 'GET',
  path: '/adjust/redisConnections',
  title: 'redis.connections',
  permission: readRedis,
  level: 0,
  scopeRule: 'reach',
  risk: 'R0',
  query: z.object({ game: z.optional(schemas.shortText), lineId: z.optional(schemas.shortText) }),
  target: ({ query }) => ({ game: query.game, lineId: query.lineId }),
  reply: z.array(redisConnection),
})

const manage = { method: 'POST', level: 2, permission: manageRedisConnections, risk: 'R2' } as const
const atLine = ({ body }: { body: { lineId: string } }) => ({ lineId: body.lineId })

/** Creates a connection, or changes one (`connectionId` with its `revision`); it must not be open (S4.13). */
export const saveConnection = defineRoute({
  ...manage,
  path: '/adjust/redis/connection/save',
  title: 'redis.saveConnection',
  bodyLimit: CONFIG_BYTES,
  body: z.object({
    lineId: schemas.shortText,
    connectionId: z.optional(connectionId),
    revision: z.optional(schemas.revision),
    config: connectionConfig,
    secrets: connectionSecrets,
  }),
  target: atLine,
  subject: ({ body }) => body.config.name,
  reply: z.object({ connection: redisConnection }),
})

export const deleteConnection = defineRoute({
  ...manage,
  path: '/adjust/redis/connection/delete',
  title: 'redis.deleteConnection',
  body: z.object({ lineId: schemas.shortText, connectionId, revision: schemas.revision }),
  target: atLine,
  subject: ({ body }) => body.connectionId,
  reply: z.object({}),
})

/** The order of all connections of a line, first to last. */
export const orderConnections = defineRoute({
  ...manage,
  path: '/adjust/redis/connection/order',
  title: 'redis.orderConnections',
  body: z.object({
    lineId: schemas.shortText,
    ids: z.array(connectionId).check(z.maxLength(CONNECTIONS_MAX)),
  }),
  target: atLine,
  reply: z.object({}),
})

/** The way to a server in the order it is gone; a failed step ends it. */
export const CONNECT_STEPS = [
  'address',
  'ssh',
  'sentinel',
  'tcp',
  'tls',
  'auth',
  'ping',
  'cluster',
  'database',
] as const
export const connectStep = z.object({
  step: z.enum(CONNECT_STEPS),
  /** Which host it is about, where there are several. */
  at: z.string(),
  state: z.enum(['ok', 'failed', 'skipped']),
  ms: z.nullable(z.number()),
  /** Error code and sentence in the caller's language; empty when ok. */
  code: z.string(),
  msg: z.string(),
})
export type ConnectStep = z.output<typeof connectStep>

/** Goes the whole way with the values of a form, step by step; secrets left out are those stored under the id. */
export const testConnection = defineRoute({
  ...manage,
  risk: 'R1',
  path: '/adjust/redis/connection/test',
  title: 'redis.testConnection',
  bodyLimit: CONFIG_BYTES,
  body: z.object({
    lineId: schemas.shortText,
    connectionId: z.optional(connectionId),
    config: connectionConfig,
    secrets: connectionSecrets,
  }),
  target: atLine,
  audit: ({ body }) => ({ host: body.config.host, port: body.config.port }),
  subject: ({ body }) => body.config.name,
  reply: z.object({
    isFine: z.boolean(),
    steps: z.array(connectStep),
    /** Of the server, when it came so far. */
    version: z.string(),
    /** Groups the sentinels know. */
    masters: z.array(z.string()),
    /** What each SSH hop showed, in its order; to be pinned. */
    hostKeys: z.array(z.string()),
    /** A standalone connection reached a node of a cluster. */
    isClusterNode: z.boolean(),
  }),
})

/** A database of an open connection. */
export const databaseRef = {
  lineId: schemas.shortText,
  connectionId,
  db: z.int().check(z.gte(0), z.lte(65_535)),
}
export const atDatabase = ({ body }: { body: { lineId: string } }) => ({ lineId: body.lineId })

/** Opens a connection for this session, with what it asks for at connect; answers what databases there are. */
export const openConnection = defineRoute({
  method: 'POST',
  level: 2,
  permission: readRedis,
  risk: 'R0',
  path: '/adjust/redis/connection/open',
  title: 'redis.openConnection',
  body: z.object({ ...databaseRef, password: z.optional(secretText) }),
  target: atDatabase,
  reply: z.object({
    version: z.string(),
    mode: z.enum(REDIS_MODES),
    /** A standalone connection on a node of a cluster. */
    isClusterNode: z.boolean(),
    /** Databases with their keys where the server tells; `assumed`: CONFIG was refused and 16 are shown (S9.06). */
    databases: z.array(z.object({ db: z.int(), keys: z.nullable(z.number()) })),
    isAssumed: z.boolean(),
    /** RediSearch is loaded: its page is shown. */
    hasSearch: z.boolean(),
    /** Milliseconds of a PING. */
    ms: z.number(),
  }),
})

/** Closes it for this session and forgets what was typed at connect. */
export const closeConnection = defineRoute({
  method: 'POST',
  level: 2,
  permission: readRedis,
  risk: 'R0',
  path: '/adjust/redis/connection/close',
  title: 'redis.closeConnection',
  body: z.object({ lineId: schemas.shortText, connectionId }),
  target: atDatabase,
  reply: z.object({}),
})
