import { defineChannel, defineRoute, schemas, z } from '@qd/contract-kit'
import { KEY_BYTES, redisBytes } from './bytes.ts'
import type { RedisBytes } from './bytes.ts'
import { databaseRef } from './connections.ts'
import { readRedis } from './permissions.ts'

/*
 * A console on one database: commands as people type them, on a socket of its own. One command runs at a time; what
 * waits is asked for again, so that an answer may take as long as it likes.
 */

/** Consoles one person may have on a node: each holds a socket. */
export const CONSOLES_MAX = 10
/** Bytes of one answer as it travels; beyond it the answer is cut and says so. */
export const CONSOLE_REPLY_BYTES = 524_288
/** Messages that wait for a page; the oldest leave and are counted. */
export const CONSOLE_MESSAGES_MAX = 1_000
/** Bytes of one message that are told. */
export const CONSOLE_MESSAGE_BYTES = 4_096

/**
 * A typed answer, of RESP3 where the server speaks it. A list in place of a tag and a value would not say which is
 * which: `s` status, `e` error, `i` integer, `b` bulk, `n` nil, `a` array, `m` map (names and values in turn), `u` set,
 * `d` double, `o` boolean, `g` big number, `v` verbatim text. `cut`: how many bytes or entries there are in truth.
 */
export type ConsoleValue =
  | { readonly t: 'n' }
  | { readonly t: 's' | 'e' | 'i' | 'd' | 'o' | 'g'; readonly v: string }
  | { readonly t: 'b' | 'v'; readonly v: RedisBytes; readonly cut?: number }
  | { readonly t: 'a' | 'm' | 'u'; readonly v: readonly ConsoleValue[]; readonly cut?: number }

const commandArgs = z.array(redisBytes).check(
  z.minLength(1),
  z.maxLength(10_000),
  z.refine((args) => bytesOf(args) <= KEY_BYTES * 2),
)

function bytesOf(args: readonly RedisBytes[]): number {
  return args.reduce<number>((sum, arg) => sum + (typeof arg === 'string' ? arg : arg.base64).length, 0)
}

/** How a command came out; `confirm`: it was not sent, and is when `allowRedisCommand` gave an allowance for it. */
export const consoleOutcome = z.discriminatedUnion('state', [
  z.object({ state: z.literal('waiting') }),
  z.object({ state: z.literal('confirm'), console: z.string(), name: z.string() }),
  z.object({
    state: z.literal('done'),
    /** ConsoleValue; null when it failed without an answer of the server. */
    value: z.unknown(),
    /** Milliseconds to the answer. */
    ms: z.number(),
    /** Error code and sentence; empty when the server answered. */
    code: z.string(),
    msg: z.string(),
    /** Nodes of a cluster it was sent to, where it named no key. */
    nodes: z.optional(z.array(z.string())),
  }),
])
export type ConsoleOutcome = z.output<typeof consoleOutcome>

export const commandHelp = z.object({
  /** In capitals, sub-command included: `CONFIG GET`. */
  name: z.string(),
  summary: z.string(),
  /** Arguments as the reference writes them: `key [EX seconds]`. */
  syntax: z.string(),
  group: z.string(),
  since: z.string(),
})
export type CommandHelp = z.output<typeof commandHelp>

const number = z.object({ n: z.int() })

export const consoleAsks = {
  /** Sends a command; `n` is the page's number of it. SELECT goes on in another database. */
  run: {
    input: z.object({ n: z.int(), args: commandArgs, allowance: z.string().check(z.maxLength(4_096)) }),
    reply: consoleOutcome,
  },
  /** Goes on waiting for the same command. */
  wait: { input: number, reply: consoleOutcome },
  /** Ends whatever runs or streams: its socket is closed, and the next command gets another one. */
  stop: { input: z.object({}), reply: z.object({}) },
  /** Looks for the way again after it was lost. */
  connect: { input: z.object({}), reply: z.object({}) },
  /** What the server says of its commands; names alone where it does not tell. */
  help: { input: z.object({}), reply: z.object({ list: z.array(commandHelp) }) },
}

export const consoleMessage = z.object({
  /** Epoch milliseconds of the console. */
  time: z.number(),
  /** Empty for MONITOR. */
  channel: redisBytes,
  /** Of PSUBSCRIBE; empty otherwise. */
  pattern: redisBytes,
  text: redisBytes,
  /** Bytes there are in truth, where it was cut; 0 otherwise. */
  cut: z.number(),
})
export type ConsoleMessage = z.output<typeof consoleMessage>

export const consoleState = z.object({
  db: z.int(),
  /** Between MULTI and EXEC. */
  isInTransaction: z.boolean(),
  /** Keys that were named to WATCH. */
  watched: z.int(),
  /** Messages come in. */
  stream: z.enum(['none', 'subscribe', 'monitor']),
  link: z.enum(['ready', 'reconnecting', 'lost']),
  attempt: z.int(),
  code: z.string(),
  msg: z.string(),
})
export type ConsoleState = z.output<typeof consoleState>

export const consoleChannel = defineChannel({
  name: 'redis.console',
  title: 'redis.console',
  permission: readRedis,
  level: 2,
  open: z.object(databaseRef),
  target: (open) => ({ lineId: open.lineId }),
  event: z.discriminatedUnion('kind', [
    z.object({ kind: z.literal('state'), state: consoleState }),
    z.object({
      kind: z.literal('messages'),
      list: z.array(consoleMessage),
      /** Left out since the last time. */
      dropped: z.int(),
    }),
  ]),
  asks: consoleAsks,
})

/**
 * Confirms one dangerous command of a console: production asks for a reason and the name of the connection. The allowance
 * is for this command on this console within a minute, once, on whatever node the console is.
 */
export const allowRedisCommand = defineRoute({
  method: 'POST',
  path: '/adjust/redis/console/allow',
  title: 'redis.consoleAllow',
  permission: readRedis,
  level: 2,
  risk: 'R3',
  body: z.object({
    ...databaseRef,
    console: z.string().check(z.minLength(1), z.maxLength(64)),
    args: commandArgs,
    ...schemas.confirmation,
  }),
  bodyLimit: 4 * KEY_BYTES,
  target: ({ body }) => ({ lineId: body.lineId }),
  confirms: 'named',
  /** Its name alone: what stands behind it may be a secret. */
  subject: ({ body }) => (typeof body.args[0] === 'string' ? body.args[0].toUpperCase() : ''),
  reply: z.object({ allowance: z.string() }),
})
