import { defineChannel, defineRoute, z } from '@qd/contract-kit'
import { KEY_BYTES, keyName, redisBytes } from './bytes.ts'
import { atDatabase, databaseRef } from './connections.ts'
import { editRedis, readRedis } from './permissions.ts'
import { byNode } from './server.ts'

/*
 * Messages between programs (pub/sub), and what Redis tells of changed keys. Channels belong to no database and may name
 * any key: both are for those who may read the whole connection (`redis_key_forbidden` for others).
 */

/** Channels of one node that are listed, and what one page listens to. */
export const CHANNELS_MAX = 1_000
export const SUBSCRIPTIONS_MAX = 50
/** Bytes of a message that are shown. */
export const MESSAGE_BYTES = 4_096
/** Messages a page keeps, and those it is told of in one second; more are counted and left out. */
export const MESSAGES_KEPT = 2_000
export const MESSAGES_PER_SECOND = 500

const channelName = redisBytes

/** Channels somebody listens to, by node, and how many patterns there are. */
export const serverChannels = defineRoute({
  method: 'POST',
  level: 2,
  permission: readRedis,
  risk: 'R0',
  path: '/adjust/redis/server/channels',
  title: 'redis.serverChannels',
  /** `pattern`: a glob; empty for all. */
  body: z.object({ ...databaseRef, pattern: z.string().check(z.maxLength(1_000)) }),
  target: atDatabase,
  reply: z.object({
    nodes: byNode(
      z.object({
        patterns: z.number(),
        channels: z.array(
          z.object({ channel: channelName, subscribers: z.number(), isSharded: z.boolean() }),
        ),
        /** More than CHANNELS_MAX. */
        isCut: z.boolean(),
      }),
    ),
  }),
})

/** Sends a message to a channel; it is kept nowhere. */
export const publishMessage = defineRoute({
  method: 'POST',
  level: 2,
  permission: editRedis,
  risk: 'R1',
  path: '/adjust/redis/server/publish',
  title: 'redis.publishMessage',
  bodyLimit: 4 * KEY_BYTES,
  body: z.object({ ...databaseRef, channel: channelName, payload: redisBytes, isSharded: z.boolean() }),
  target: atDatabase,
  subject: ({ body }) => keyName(body.channel),
  audit: ({ body }) => ({ db: body.db, channel: keyName(body.channel), isSharded: body.isSharded }),
  /** Who heard it at the node that took it; in a cluster others may have, too. */
  reply: z.object({ receivers: z.number() }),
})

const link = z.object({
  kind: z.literal('link'),
  /** `ready` after a loss: what was sent in between is missing. */
  state: z.enum(['ready', 'reconnecting', 'lost']),
  attempt: z.int(),
  code: z.string(),
  msg: z.string(),
})

export const heardMessage = z.object({
  /** Epoch milliseconds, by the console. */
  at: z.number(),
  channel: channelName,
  /** Glob that matched; empty for a channel by its name. */
  pattern: z.string(),
  isSharded: z.boolean(),
  /** At most MESSAGE_BYTES. */
  payload: redisBytes,
  bytes: z.int(),
  isCut: z.boolean(),
})
export type HeardMessage = z.output<typeof heardMessage>

const names = z
  .array(z.string().check(z.minLength(1), z.maxLength(1_000)))
  .check(z.maxLength(SUBSCRIPTIONS_MAX))

/** Messages as they come, on a socket of its own; closing the channel ends the subscriptions. */
export const messagesChannel = defineChannel({
  name: 'redis.messages',
  title: 'redis.messagesLive',
  permission: readRedis,
  level: 2,
  open: z.object({ ...databaseRef, channels: names, patterns: names, sharded: names }),
  target: (open) => ({ lineId: open.lineId }),
  event: z.discriminatedUnion('kind', [
    z.object({
      kind: z.literal('messages'),
      messages: z.array(heardMessage),
      /** Left out since the event before, for they came faster than they can be shown. */
      dropped: z.int(),
    }),
    link,
  ]),
  asks: {},
})

export const keyEvent = z.object({
  at: z.number(),
  /** `set`, `expired`, `del` … as the server names it. */
  event: z.string(),
  key: redisBytes,
  db: z.int(),
})
export type KeyEvent = z.output<typeof keyEvent>

/**
 * What the server tells of changed keys whose names match `pattern`, from every master. It tells only what
 * `notify-keyspace-events` has: by key (K), else by event (E).
 */
export const keyEventsChannel = defineChannel({
  name: 'redis.keyEvents',
  title: 'redis.keyEventsLive',
  permission: readRedis,
  level: 2,
  open: z.object({
    ...databaseRef,
    pattern: z.string().check(z.minLength(1), z.maxLength(1_000)),
    allDatabases: z.boolean(),
  }),
  target: (open) => ({ lineId: open.lineId }),
  event: z.discriminatedUnion('kind', [
    z.object({ kind: z.literal('events'), events: z.array(keyEvent), dropped: z.int() }),
    link,
  ]),
  asks: {},
})
