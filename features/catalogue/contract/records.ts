import { schemas, z } from '@qd/contract-kit'
import type { FrameDescriptor } from '@qd/game-frame'

/** Ids become parts of scope paths and addresses, so they are plain. */
export const codeText = z.string().check(z.regex(/^[A-Za-z0-9][\w-]{0,63}$/))
export const nameText = z.string().check(z.trim(), z.minLength(1), z.maxLength(100))
/** 0 makes a new record; else the revision its editor saw, or the change is refused with the current record. */
export const recordRevision = z.int().check(z.gte(0), z.lte(2_147_483_647))
export const platformNumber = z.int().check(z.gte(1), z.lte(900_000))
/** A server id as a number or its digits; 0 stands for no server in the selection, so none has it. */
export const serverNumber = z.pipe(schemas.sIdNumber, z.int().check(z.gte(1)))
const addressText = z.string().check(z.trim(), z.maxLength(500))

/** A frame layout (S7.22): any object here; `readDescriptor` names what is wrong in it, a sample frame proves it. */
const frameLayout = z.custom<FrameDescriptor>(
  (given) => typeof given === 'object' && given !== null && !Array.isArray(given),
)

const base = z.int().check(z.gte(1), z.lte(999_999_999_999_999))
/** What platform and server are multiplied with in the uIds of a game; null: as the settings say. */
export const gameBases = z.nullable(
  z
    .object({ platformBase: base, serverBase: base })
    .check(z.refine(({ platformBase, serverBase }) => platformBase > serverBase, { path: ['serverBase'] })),
)

export const channelRecord = z.object({ code: codeText, name: nameText })

export const gameRecord = z.object({
  game: z.string(),
  name: z.string(),
  code: z.string(),
  uIdBases: z.optional(gameBases),
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
  codec: frameLayout,
  /** Unencrypted http and ws. */
  allowPlain: z.boolean(),
  allowPrivate: z.boolean(),
  allowLoopback: z.boolean(),
}

/** A label of a server; it stands in lists and filters, so it is short and holds no separator. */
export const labelText = z.string().check(z.trim(), z.regex(/^[\p{L}\p{N}][\p{L}\p{N} _.-]{0,31}$/u))
export const labelList = z.array(labelText).check(z.maxLength(20))
/** Addresses a server may call from: single ones or networks, e.g. 10.0.0.0/8. Empty: any. */
export const openAddressList = z
  .array(z.string().check(z.trim(), z.minLength(2), z.maxLength(50)))
  .check(z.maxLength(50))

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
  labels: z.optional(z.array(z.string())),
  openAddresses: z.optional(z.array(z.string())),
  /** Of the key that is still taken beside the current one; empty: there is none. */
  previousKeyId: z.optional(z.string()),
  revision: z.int(),
})

export type GameEntry = z.output<typeof gameRecord>
export type OperatorEntry = z.output<typeof operatorRecord>
export type LineEntry = z.output<typeof lineRecord>
export type ServerEntry = z.output<typeof serverRecord>
