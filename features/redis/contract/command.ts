import { defineChannel, defineRoute, schemas, z } from '@qd/contract-kit'
import { connectionId } from './connection-config.ts'
import { databaseRef } from './connections.ts'
import { readRedis } from './permissions.ts'

/** As the specification has it (S3.15); matched to a stored connection, its secrets are never read. */
const connConfig = z.union([
  z.object({ id: connectionId }),
  z.object({
    host: z.string().check(z.maxLength(255)),
    port: z.coerce.number().check(z.lte(65_535)),
    name: z.optional(z.string()),
  }),
])

/**
 * One command (S7.11). Parameters are texts; a number of the answer comes as text (S7.25); bytes that are no UTF-8 are
 * base64 with `encoding`. Each call is one event of the command log.
 */
export const redisCommand = defineRoute({
  method: 'POST',
  path: '/adjust/redisCommand',
  title: 'redis.command',
  permission: readRedis,
  level: 2,
  /** Each is audited; a write is R2, a dangerous command R3. */
  risk: 'R1',
  risesTo: 'R3',
  unknownFields: 'ignore',
  body: z.object({
    /** Or the base address of the line; absent: that of the connection. */
    lineId: z.optional(databaseRef.lineId),
    command: z.string().check(z.minLength(1), z.maxLength(64)),
    params: z.array(z.string().check(z.maxLength(1_048_576))).check(z.maxLength(10_000)),
    connConfig,
    db: z.optional(databaseRef.db),
    encoding: z.optional(z.enum(['text', 'base64'])),
    ...schemas.confirmation,
  }),
  bodyLimit: 4 * 1_048_576,
  target: ({ body }) => ({ lineId: body.lineId }),
  /** Its name alone: what stands behind it in the same text may be a secret. */
  subject: ({ body }) => body.command.trim().split(/\s/, 1)[0]!.toUpperCase(),
  reply: z.unknown(),
})

/** An entry of the command log (S3.16). */
export const commandLogEntry = z.object({
  /** Epoch milliseconds. */
  time: z.number(),
  connectionId: z.string(),
  connectionName: z.string(),
  db: z.int(),
  /** Name and arguments as redis-cli would take them; secrets and long values are cut. */
  command: z.string(),
  isWrite: z.boolean(),
  /** Milliseconds to the reply. */
  cost: z.number(),
  /** Error of the server or of the console; empty when it went well. */
  error: z.string(),
})
export type CommandLogEntry = z.output<typeof commandLogEntry>

/** The caller's own commands on this console, as they happen. */
export const commandLogChannel = defineChannel({
  name: 'redis.log',
  title: 'redis.logLive',
  permission: readRedis,
  level: 0,
  open: z.object({}),
  event: z.object({ entries: z.array(commandLogEntry) }),
})
