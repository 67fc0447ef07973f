import { z } from 'zod'
import { localName, sentence } from './local-texts.ts'
import { mailLimits } from './schemas-mail.ts'
import { onlinePolicy } from './schemas-player.ts'

/** `real` and `game` are epoch milliseconds, `offset` is game minus real in milliseconds, `zone` an IANA name. */
export const gameClock = z.object({ real: z.int(), game: z.int(), offset: z.int(), zone: z.string().max(64) })
export type GameClock = z.infer<typeof gameClock>

const version = z.object({ version: z.string(), md5: z.string() })

/** What a server is and can do; pages without a capability say so instead of looking broken. */
export const metaReply = z.object({
  contract: z.string().regex(/^\d+\.\d+$/),
  game: z.string(),
  serverIds: z.array(z.int().nonnegative()).max(10_000),
  build: z.string(),
  protocolMd5: z.string(),
  configVersions: z.record(z.string(), version).default({}),
  capabilities: z.array(z.string().max(64)).max(200),
  /** What the server can do with a player who is online when their data is changed; all three when it does not say. */
  onlinePolicies: z.array(onlinePolicy).min(1).max(3).default(['live', 'kick', 'refuse']),
  limits: z.object({
    maxBatch: z.int().positive(),
    maxBody: z.int().positive(),
    rps: z.number().positive(),
    mail: mailLimits.optional(),
  }),
  clock: gameClock,
  online: z.int().nonnegative().default(0),
  startedAt: z.int().nonnegative().default(0),
  /** What platform and server are multiplied with in its uIds. The console tells where its own record says otherwise. */
  uIdBases: z.object({ platformBase: z.int().positive(), serverBase: z.int().positive() }).optional(),
})
export type GameMeta = z.infer<typeof metaReply>

/** `value`: epoch milliseconds of game time for set, milliseconds for offset; dryRun changes nothing. */
export const timeRequest = z.object({
  mode: z.enum(['set', 'offset', 'reset']),
  value: z.int().optional(),
  notify: z.boolean().optional(),
  returnAfterSec: z.int().positive().optional(),
  dryRun: z.boolean().optional(),
})
export type TimeRequest = z.infer<typeof timeRequest>

/** The clock after the change and what fires because of it (`at`: epoch milliseconds of game time). */
export const timeReply = gameClock.extend({
  firing: z.array(z.object({ at: z.int(), name: sentence(), text: sentence() })).default([]),
})
export type TimeReply = z.infer<typeof timeReply>

export const itemRow = z.object({
  number: z.int(),
  name: localName,
  type: z.object({ code: z.string(), name: localName }),
  quality: z.string().optional(),
  /** Once somebody has it, it stays theirs. */
  bind: z.boolean().optional(),
  /** How many lie in one place of the bag. */
  stack: z.int().positive().optional(),
  /** What one is worth, in whatever the game counts worth. */
  value: z.int().nonnegative().optional(),
  /** Its quantity is a moment, in seconds or milliseconds since 1970: when a pass ends. */
  isTime: z.boolean().optional(),
})
export type ItemRow = z.infer<typeof itemRow>

export const limitRow = z.object({ number: z.int(), quantity: z.int() })
export type LimitRow = z.infer<typeof limitRow>

export const channelRow = z.object({ name: localName, code: z.string() })
export type ChannelRow = z.infer<typeof channelRow>

/** A group of servers that play together: `value` its id, `hub` the sId that keeps the shared state. */
export const crossGroup = z.object({
  name: localName,
  value: z.string(),
  hub: z.int().nonnegative(),
  members: z.array(z.int().nonnegative()).max(10_000),
})
export type CrossGroup = z.infer<typeof crossGroup>

/** One command of the socket; `req`, `res` and `push` are full message names, empty when there is none. */
export const protoCommand = z.object({
  cmd: z.int().nonnegative().max(0xff_ff_ff_ff),
  name: z.string(),
  req: z.string().default(''),
  res: z.string().default(''),
  push: z.string().default(''),
  comment: z.string().default(''),
})
export type ProtoCommand = z.infer<typeof protoCommand>

/** `nested` is protobuf.js's JSON descriptor, checked by the adapter before use. */
export const protoReply = z.object({
  nested: z.unknown(),
  cmds: z.array(protoCommand).max(20_000),
  /** Which messages are the player's data, where the server has no `protocol`; read by `readProtoModules`. */
  modules: z.unknown().optional(),
})
export type ProtoReply = z.infer<typeof protoReply>

/** How a server takes players: as usual, with a notice, without new ones, or not at all. */
export const serverState = z.enum(['open', 'notice', 'drain', 'maintenance'])
export type ServerState = z.infer<typeof serverState>

/**
 * `from` and `to` are epoch milliseconds of real time; absent: at once, until it is changed. `allow` names who gets in
 * all the same: uIds, devices or addresses.
 */
export const serverStateRequest = z.object({
  state: serverState,
  from: z.int().nonnegative().optional(),
  to: z.int().nonnegative().optional(),
  /** What players read. */
  message: localName.optional(),
  allow: z.array(z.string().min(1).max(128)).max(500).optional(),
})
export type ServerStateRequest = z.infer<typeof serverStateRequest>

/** What holds now: a state that begins later is not there yet. */
export const serverStateReply = z.object({ state: serverState, online: z.int().nonnegative() })
export type ServerStateReply = z.infer<typeof serverStateReply>
