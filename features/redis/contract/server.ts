import { defineChannel, defineRoute, z } from '@qd/contract-kit'
import { atDatabase, databaseRef } from './connections.ts'
import { readRedis } from './permissions.ts'

/*
 * The server behind a connection; in a cluster each master answers for itself, and one that does not is named with the
 * reason. All of this shows what belongs to everybody: somebody whose grants name some keys alone is refused
 * (`redis_key_forbidden`). Secrets and values never leave the server.
 */

/** Clients of one node that are listed; entries of one log. */
export const CLIENTS_MAX = 5_000
export const SLOW_ENTRIES_MAX = 256
/** Between two samples. */
export const SAMPLE_MIN_MS = 1_000
export const SAMPLE_MAX_MS = 3_600_000
/** How far back live charts go. */
export const SAMPLES_KEPT_MS = 900_000

const read = { method: 'POST', level: 2, permission: readRedis, risk: 'R0', target: atDatabase } as const

/** Answers by node; `data` is null where `code` and `msg` say why there is none. */
export const byNode = <T extends z.core.$ZodType>(data: T) =>
  z.array(z.object({ node: z.string(), code: z.string(), msg: z.string(), data: z.nullable(data) }))

export const infoField = z.object({ section: z.string(), name: z.string(), value: z.string() })
export type InfoField = z.output<typeof infoField>

/** INFO of each node, all sections, as the server words it. */
export const serverInfo = defineRoute({
  ...read,
  path: '/adjust/redis/server/info',
  title: 'redis.serverInfo',
  body: z.object(databaseRef),
  reply: z.object({ nodes: byNode(z.object({ fields: z.array(infoField) })) }),
})

export const serverClient = z.object({
  id: z.string(),
  address: z.string(),
  name: z.string(),
  user: z.string(),
  db: z.int(),
  /** Seconds. */
  age: z.number(),
  idle: z.number(),
  flags: z.string(),
  /** Its last command, without arguments. */
  command: z.string(),
  /** Bytes: waiting to be read, waiting to be sent, all together (null before 7.0). */
  queryBuffer: z.number(),
  outputBuffer: z.number(),
  memory: z.nullable(z.number()),
  library: z.string(),
  /** The console's own connection of this session. */
  isOwn: z.boolean(),
})
export type ServerClient = z.output<typeof serverClient>

export const serverClients = defineRoute({
  ...read,
  path: '/adjust/redis/server/clients',
  title: 'redis.serverClients',
  body: z.object(databaseRef),
  reply: z.object({
    /** `total` may be more than are listed. */
    nodes: byNode(z.object({ total: z.int(), clients: z.array(serverClient) })),
  }),
})

export const SLOW_KINDS = ['slow', 'large-request', 'large-reply'] as const
export type SlowKind = (typeof SLOW_KINDS)[number]

/** Settings of each log: from where on, and how many are kept; `slowlog-*` where there is no COMMANDLOG. */
export const SLOW_SETTINGS: Record<SlowKind, { threshold: string; length: string }> = {
  slow: { threshold: 'slowlog-log-slower-than', length: 'slowlog-max-len' },
  'large-request': {
    threshold: 'commandlog-request-larger-than',
    length: 'commandlog-large-request-max-len',
  },
  'large-reply': { threshold: 'commandlog-reply-larger-than', length: 'commandlog-large-reply-max-len' },
}

/** SLOWLOG, or COMMANDLOG where the server has it (large requests and replies); arguments are masked and cut. */
export const serverSlowLog = defineRoute({
  ...read,
  path: '/adjust/redis/server/slowlog',
  title: 'redis.serverSlowLog',
  body: z.object({ ...databaseRef, log: z.enum(SLOW_KINDS) }),
  reply: z.object({
    /** Logs the server has. */
    kinds: z.array(z.enum(SLOW_KINDS)),
    /** Which of the nodes are replicas of a cluster; they have logs of their own. */
    replicas: z.array(z.string()),
    nodes: byNode(
      z.object({
        /** Microseconds or bytes from which a command is logged, and entries kept; null where CONFIG is refused. */
        threshold: z.nullable(z.number()),
        length: z.nullable(z.number()),
        entries: z.array(
          z.object({
            id: z.string(),
            /** Epoch milliseconds. */
            at: z.number(),
            /** Microseconds; bytes of the large ones. */
            cost: z.number(),
            command: z.string(),
            client: z.string(),
            clientName: z.string(),
          }),
        ),
      }),
    ),
  }),
})

const latencySample = z.object({ at: z.number(), ms: z.number() })

/** The latency monitor (LATENCY LATEST, HISTORY, DOCTOR) and times of commands (HISTOGRAM, 7.0). */
export const serverLatency = defineRoute({
  ...read,
  path: '/adjust/redis/server/latency',
  title: 'redis.serverLatency',
  body: z.object(databaseRef),
  reply: z.object({
    nodes: byNode(
      z.object({
        /** Milliseconds from which an event is noted; 0: the monitor is off; null where CONFIG is refused. */
        threshold: z.nullable(z.number()),
        events: z.array(
          z.object({
            event: z.string(),
            latest: latencySample,
            maxMs: z.number(),
            history: z.array(latencySample),
          }),
        ),
        doctor: z.string(),
        histogram: z.array(
          z.object({
            command: z.string(),
            calls: z.number(),
            /** So many calls took at most so many microseconds, all quicker ones included. */
            buckets: z.array(z.object({ usec: z.number(), calls: z.number() })),
          }),
        ),
      }),
    ),
  }),
})

/** CONFIG GET *; of a secret only whether it is set. */
export const serverConfig = defineRoute({
  ...read,
  path: '/adjust/redis/server/config',
  title: 'redis.serverConfig',
  body: z.object(databaseRef),
  reply: z.object({
    nodes: byNode(
      z.object({
        /** Empty: started without a file, so that CONFIG REWRITE has none to write. */
        file: z.string(),
        values: z.array(
          z.object({ name: z.string(), value: z.string(), isSecret: z.boolean(), isSet: z.boolean() }),
        ),
      }),
    ),
  }),
})

export const aclUser = z.object({
  name: z.string(),
  isOn: z.boolean(),
  hasNoPassword: z.boolean(),
  passwords: z.int(),
  keys: z.array(z.string()),
  channels: z.array(z.string()),
  commands: z.array(z.string()),
  /** Further rule sets in brackets (7.0). */
  selectors: z.array(z.string()),
})
export type AclUser = z.output<typeof aclUser>

/** ACL LIST without hashes, ACL CAT, ACL LOG. */
export const serverAcl = defineRoute({
  ...read,
  path: '/adjust/redis/server/acl',
  title: 'redis.serverAcl',
  body: z.object(databaseRef),
  reply: z.object({
    nodes: byNode(
      z.object({
        users: z.array(aclUser),
        categories: z.array(z.string()),
        log: z.array(
          z.object({
            count: z.number(),
            reason: z.string(),
            context: z.string(),
            object: z.string(),
            user: z.string(),
            ageSeconds: z.number(),
          }),
        ),
      }),
    ),
  }),
})

export const serverModules = defineRoute({
  ...read,
  path: '/adjust/redis/server/modules',
  title: 'redis.serverModules',
  body: z.object(databaseRef),
  reply: z.object({
    nodes: byNode(z.object({ modules: z.array(z.object({ name: z.string(), version: z.number() })) })),
  }),
})

export const ADVICE_RULES = [
  'noMaxmemory',
  'nearMaxmemory',
  'noEviction',
  'evicted',
  'fragmentation',
  'outputBuffer',
  'nearMaxclients',
  'rejected',
  'noPersistence',
  'saveFailed',
  'slowCommands',
  'keysCommand',
  'noPassword',
  'oldVersion',
  'lowHitRate',
  'linkDown',
] as const
export type AdviceRule = (typeof ADVICE_RULES)[number]

/** What a look at INFO, CONFIG and the slow log finds, with the figures it rests on. */
export const serverAdvice = defineRoute({
  ...read,
  path: '/adjust/redis/server/advice',
  title: 'redis.serverAdvice',
  body: z.object(databaseRef),
  reply: z.object({
    nodes: byNode(
      z.object({
        /** Rules that could not be looked at, for the server refuses what they rest on. */
        unknown: z.array(z.enum(ADVICE_RULES)),
        findings: z.array(
          z.object({
            rule: z.enum(ADVICE_RULES),
            weight: z.enum(['error', 'warn', 'info']),
            figures: z.record(z.string(), z.string()),
          }),
        ),
      }),
    ),
  }),
})

/** Of all nodes together; bytes, and a share from 0 to 1. */
export const serverSample = z.object({
  at: z.number(),
  operations: z.number(),
  memory: z.number(),
  clients: z.number(),
  /** Bytes a second. */
  input: z.number(),
  output: z.number(),
  /** Since the sample before; null without a read. */
  hitRate: z.nullable(z.number()),
  /** Nodes that did not answer. */
  failed: z.array(z.string()),
})
export type ServerSample = z.output<typeof serverSample>

/** Figures of the server as they change. Everybody who looks at a connection shares one reading of it. */
export const serverChannel = defineChannel({
  name: 'redis.server',
  title: 'redis.serverLive',
  permission: readRedis,
  level: 2,
  open: z.object({
    ...databaseRef,
    everyMs: z.int().check(z.gte(SAMPLE_MIN_MS), z.lte(SAMPLE_MAX_MS)),
  }),
  target: (open) => ({ lineId: open.lineId }),
  event: z.discriminatedUnion('kind', [
    /** What others have seen already comes first, oldest first. */
    z.object({ kind: z.literal('samples'), samples: z.array(serverSample) }),
    z.object({ kind: z.literal('failed'), code: z.string(), msg: z.string() }),
  ]),
  asks: {},
})
