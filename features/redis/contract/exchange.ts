import { defineRoute, schemas, z } from '@qd/contract-kit'
import { CONNECTIONS_MAX, connectionId } from './connection-config.ts'
import { manageRedisConnections } from './permissions.ts'

/** Characters of a file of connections, and how many it may hold. */
export const IMPORT_LIMITS = { chars: 1_000_000, connections: CONNECTIONS_MAX } as const

const passphrase = z.optional(z.string().check(z.minLength(8), z.maxLength(200)))
const manage = { method: 'POST', level: 2, permission: manageRedisConnections, risk: 'R2' } as const

/**
 * The connections of a line as a file of ours. Secrets are in it only with a passphrase, which encrypts them, and after a
 * step-up proof: they are readable for whoever knows it.
 */
export const exportConnections = defineRoute({
  ...manage,
  path: '/adjust/redis/connection/export',
  title: 'redis.exportConnections',
  stepUp: 'sometimes',
  body: z.object({
    lineId: schemas.shortText,
    /** Absent: all of the line. */
    ids: z.optional(z.array(connectionId).check(z.maxLength(CONNECTIONS_MAX))),
    passphrase,
  }),
  target: ({ body }) => ({ lineId: body.lineId }),
  audit: ({ body }) => ({ isWithSecrets: body.passphrase !== undefined }),
  reply: z.object({ fileName: z.string(), text: z.string(), connections: z.int() }),
})

export const importedRow = z.object({
  /** From 1, in the order of the file. */
  line: z.int(),
  name: z.string(),
  /** Where it leads, for people: `host:port`. */
  address: z.string(),
  /** `exists`: the line has one of this name, which stays as it is. */
  state: z.enum(['added', 'exists', 'refused']),
  /** The field that is wrong; empty for none. */
  field: z.string(),
  /** Why it is left out, or what is missing in it, in the caller's language. */
  note: z.string(),
})
export type ImportedRow = z.output<typeof importedRow>

/**
 * What a file of ours, of ARDM (`.ano`) or of RedisInsight would add to a line; with `apply` adds it. Nothing that is there
 * is changed or removed.
 */
export const importConnections = defineRoute({
  ...manage,
  path: '/adjust/redis/connection/import',
  title: 'redis.importConnections',
  bodyLimit: 4_194_304,
  body: z.object({
    lineId: schemas.shortText,
    text: z.string().check(z.maxLength(IMPORT_LIMITS.chars)),
    passphrase,
    apply: z.boolean(),
  }),
  target: ({ body }) => ({ lineId: body.lineId }),
  audit: ({ body }) => ({ apply: body.apply }),
  reply: z.object({
    rows: z.array(importedRow),
    counts: z.object({ added: z.int(), exists: z.int(), refused: z.int() }),
    isApplied: z.boolean(),
  }),
})
