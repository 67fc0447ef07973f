import { schemas, z } from '@qd/contract-kit'

/** Ids become parts of scope paths and addresses, so they are plain. */
export const codeText = z.string().check(z.regex(/^[A-Za-z0-9][\w-]{0,63}$/))
export const nameText = z.string().check(z.trim(), z.minLength(1), z.maxLength(100))
/** 0 makes a new record; else the revision its editor saw, or the change is refused with the current record. */
export const recordRevision = z.int().check(z.gte(0), z.lte(2_147_483_647))
export const platformNumber = z.int().check(z.gte(1), z.lte(900_000))
/** A server id as a number or its digits; 0 stands for no server in the selection, so none has it. */
export const serverNumber = z.pipe(schemas.sIdNumber, z.int().check(z.gte(1)))
const addressText = z.string().check(z.trim(), z.maxLength(500))

const headerField = z.strictObject({
  name: z.enum(['length', 'cmd', 'seq', 'marker', 'status']),
  type: z.enum(['u8', 'u16', 'u24', 'u32']),
  endian: z.optional(z.enum(['big', 'little'])),
  value: z.optional(z.int().check(z.gte(0), z.lte(0xff_ff_ff_ff))),
  direction: z.optional(z.enum(['request', 'reply'])),
})

/** Shape of a frame layout (S7.22); whether it frames anything is proven by a sample frame. */
export const frameDescriptor = z.strictObject({
  name: z.string().check(z.regex(/^[\w.-]{1,40}$/)),
  header: z.array(headerField).check(z.minLength(2), z.maxLength(16)),
  lengthCovers: z.enum(['all', 'afterLength', 'body']),
  maxFrameBytes: z.int().check(z.gte(8), z.lte(16_777_216)),
  heartbeat: z.optional(
    z.strictObject({
      cmd: z.int().check(z.gte(0), z.lte(0xff_ff_ff_ff)),
      everySeconds: z.int().check(z.gte(1), z.lte(3_600)),
    }),
  ),
})

export const channelRecord = z.object({ code: codeText, name: nameText })

export const gameRecord = z.object({
  game: z.string(),
  name: z.string(),
  code: z.string(),
  revision: z.int(),
  /** Whether the caller may change it. */
  isEditable: z.boolean(),
})

export const operatorRecord = z.object({
  game: z.string(),
  partnerCode: z.string(),
  platform: z.int(),
  name: z.string(),
  revision: z.int(),
  isEditable: z.boolean(),
})

export const lineRecord = z.object({
  lineId: z.string(),
  game: z.string(),
  partnerCode: z.string(),
  lineCode: z.string(),
  name: z.string(),
  environment: schemas.environment,
  channels: z.array(z.object({ code: z.string(), name: z.string() })),
  revision: z.int(),
  servers: z.int(),
  isEditable: z.boolean(),
})

/** How a server is reached, without its key. */
export const connectionFields = {
  /** What speaks to it, by name; absent: as before, for a new record `standard`. */
  adapter: z.optional(codeText),
  apiUrl: addressText,
  /** The name the server signs under. */
  serverId: z.string().check(z.trim(), z.minLength(1), z.maxLength(200)),
  keyId: z.string().check(z.trim(), z.minLength(1), z.maxLength(200)),
  /** Address of the game socket; empty: the game has none. */
  ws: addressText,
  codec: frameDescriptor,
  /** Unencrypted http and ws. */
  allowPlain: z.boolean(),
  allowPrivate: z.boolean(),
  allowLoopback: z.boolean(),
}

export const hashKeyText = z.string().check(z.minLength(1), z.maxLength(500))

export const serverRecord = z.object({
  lineId: z.string(),
  sId: z.int(),
  serviceName: z.string(),
  /** Epoch milliseconds. */
  openedAt: z.nullable(z.number()),
  apiUrl: z.string(),
  serverId: z.string(),
  keyId: z.string(),
  hasHashKey: z.boolean(),
  ws: z.string(),
  codec: z.unknown(),
  allowPlain: z.boolean(),
  allowPrivate: z.boolean(),
  allowLoopback: z.boolean(),
  enabled: z.boolean(),
  /** Address and key are given by the sandbox at each start. */
  isManaged: z.boolean(),
  /** What speaks to it, by name. */
  adapter: z.optional(z.string()),
  revision: z.int(),
})

export type GameEntry = z.output<typeof gameRecord>
export type OperatorEntry = z.output<typeof operatorRecord>
export type LineEntry = z.output<typeof lineRecord>
export type ServerEntry = z.output<typeof serverRecord>
