import { defineRoute, schemas, z } from '@qd/contract-kit'
import { manageRedisConnections, readRedis } from './permissions.ts'

/*
 * A connection belongs to a line. Secrets go in and never come out; a secret left out of a save stays as it is, an empty
 * one is removed.
 */

export const CONNECTIONS_MAX = 200
export const REDIS_MODES = ['standalone', 'cluster', 'sentinel'] as const
export type RedisMode = (typeof REDIS_MODES)[number]
/** Marks of a connection in lists; empty for none. */
export const MARK_COLOURS = [
  '',
  'red',
  'orange',
  'gold',
  'green',
  'cyan',
  'blue',
  'purple',
  'magenta',
] as const
export const SSH_HOPS_MAX = 4
/** Certificates and keys of all hops; what a form holds is far below. */
const CONFIG_BYTES = 524_288

const hostText = z.string().check(z.trim(), z.maxLength(255))
const portNumber = z.int().check(z.gte(1), z.lte(65_535))
const pem = z.string().check(z.maxLength(65_536))
const secret = z.string().check(z.maxLength(4_096))
const address = z.object({ host: hostText, port: portNumber })
export const connectionId = z.string().check(z.minLength(1), z.maxLength(64))
export const connectionName = z.string().check(z.trim(), z.minLength(1), z.maxLength(100))

/** One SSH server on the way; several are jump hosts, the first is reached from the console. */
export const sshHop = z.object({
  host: hostText,
  port: portNumber,
  username: z.string().check(z.maxLength(255)),
  /** `agent` is the SSH agent of the console's own machine. */
  auth: z.enum(['password', 'key', 'agent']),
  /** `SHA256:…` as ssh-keygen prints it; empty until the first test has shown it. */
  hostKey: z.string().check(z.maxLength(100)),
})
export type SshHop = z.output<typeof sshHop>

/** What stands in a connection beside its secrets (S3.15). */
export const connectionConfig = z.object({
  name: connectionName,
  mode: z.enum(REDIS_MODES),
  /** Of Redis; of the first node of a cluster. Empty with sentinels or a unix socket. */
  host: hostText,
  port: portNumber,
  /** Path of a unix socket; only those the settings file lists. Empty: none. */
  socketPath: z.string().check(z.maxLength(300)),
  /** ACL user; empty for the default one. */
  username: z.string().check(z.maxLength(255)),
  /** The password is asked for at connect and stays in the session. */
  asksPassword: z.boolean(),
  sentinel: z.nullable(
    z.object({
      nodes: z.array(address).check(z.minLength(1), z.maxLength(20)),
      /** Name of the master group. */
      master: z.string().check(z.maxLength(255)),
      username: z.string().check(z.maxLength(255)),
    }),
  ),
  tls: z.nullable(
    z.object({
      /** Whose certificate is wanted (SNI); empty: that of the host. */
      servername: hostText,
      /** Authority, PEM; empty: the usual ones. */
      ca: pem,
      /** Certificate of the client (public key), PEM; its private key is a secret. */
      cert: pem,
    }),
  ),
  /** The way through SSH, first hop first; empty: direct. */
  ssh: z.array(sshHop).check(z.maxLength(SSH_HOPS_MAX)),
  /** Between folders of the tree; none: a list (S5.07). */
  separators: z.array(z.string().check(z.minLength(1), z.maxLength(8))).check(z.maxLength(5)),
  /** Pattern the key list begins with; empty for all. */
  filter: z.string().check(z.maxLength(300)),
  timeoutMs: z.int().check(z.gte(500), z.lte(120_000)),
  /** A second name people use for it (S3.15). */
  customName: z.string().check(z.maxLength(100)),
  tags: z.array(z.string().check(z.trim(), z.minLength(1), z.maxLength(32))).check(z.maxLength(20)),
  colour: z.enum(MARK_COLOURS),
  group: z.string().check(z.trim(), z.maxLength(64)),
  /** Write commands are refused (S5.05), for everybody. */
  readOnly: z.boolean(),
  /** Names people gave databases, by number. */
  databaseNames: z.record(z.string().check(z.regex(/^\d{1,5}$/)), z.string().check(z.maxLength(64))),
  /** Keys a second all its scans may examine together. */
  scanBudget: z.int().check(z.gte(1_000), z.lte(10_000_000)),
  allowLoopback: z.boolean(),
  allowPrivate: z.boolean(),
})
export type ConnectionConfig = z.output<typeof connectionConfig>

/** Given with a save or a test. Left out: as stored. Empty: none. */
export const connectionSecrets = z.object({
  password: z.optional(secret),
  sentinelPassword: z.optional(secret),
  /** Private key of the TLS client, PEM. */
  tlsKey: z.optional(pem),
  /** By hop, in its order. */
  ssh: z.optional(
    z
      .array(
        z.object({
          password: z.optional(secret),
          /** PEM or OpenSSH (RSA, ECDSA, Ed25519). */
          privateKey: z.optional(pem),
          passphrase: z.optional(secret),
        }),
      )
      .check(z.maxLength(SSH_HOPS_MAX)),
  ),
})
export type ConnectionSecrets = z.output<typeof connectionSecrets>

/** Which secrets are stored; never what they are. */
export const secretsThere = z.object({
  password: z.boolean(),
  sentinelPassword: z.boolean(),
  tlsKey: z.boolean(),
  ssh: z.array(z.object({ password: z.boolean(), privateKey: z.boolean(), passphrase: z.boolean() })),
})

export const redisConnection = z.object({
  id: z.string(),
  lineId: z.string(),
  environment: schemas.environment,
  ...connectionConfig.shape,
  hasPassword: z.boolean(),
  secrets: secretsThere,
  /** Given by the sandbox at each start. */
  isManaged: z.boolean(),
  position: z.int(),
  revision: z.int(),
  /** What the caller may do with it. */
  mayEdit: z.boolean(),
  mayManage: z.boolean(),
  mayFlush: z.boolean(),
  /** Change the server itself; what of it writes data asks for `mayFlush`. */
  mayEndanger: z.boolean(),
  /** Names of S3.15 that differ from ours, for scripts written against them. */
  separator: z.string(),
  timeout: z.number(),
  masterName: z.string(),
  connectionReadOnly: z.boolean(),
})
export type RedisConnection = z.output<typeof redisConnection>

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
    revision: z.optional(z.int().check(z.gte(0))),
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
  body: z.object({ lineId: schemas.shortText, connectionId, revision: z.int() }),
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
  body: z.object({ ...databaseRef, password: z.optional(secret) }),
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
