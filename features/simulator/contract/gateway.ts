import { defineChannel, z } from '@qd/contract-kit'
import {
  connectionAccount,
  connectionEvent,
  connectionTarget,
  connectionView,
  networkConditions,
} from './connection.ts'
import { keptName, keptTimeline } from './kept.ts'
import { simulatorConnect } from './permissions.ts'
import {
  FRAME_PIECE_BYTES,
  ROWS_MAX,
  frameFilter,
  frameSummary,
  timelineCounts,
  timelineView,
} from './timeline.ts'

/*
 * One connection to a game, on one channel. The page opens `simulator.connection` and gets `state` first. What happens
 * comes as events; what the page wants, it asks on the open channel (`openLive` of web-calls). The connection lives on
 * the node that holds the live socket. When the page goes its socket waits RESUME_MS for `resume`, then it is closed; the time
 * line can be opened again by `resume` for KEPT_MS.
 */

/** Connections one user has at a time, on a node. */
export const CONNECTIONS_MAX = 20
export const RESUME_MS = 60_000
export const KEPT_MS = 86_400_000
/** Largest body a page may send, as bytes. */
export const SEND_BYTES = 32_768

/** Characters of one piece of a capture: with quotes escaped it stays below what one message may hold. */
export const CAPTURE_PIECE = 16_384

const done = z.object({})
const connectionReply = z.object({ connection: connectionView })

/** What a page may ask on an open connection. */
export const connectionAsks = {
  /**
   * Sends a request. `body` is JSON by the schema (64-bit as text, bytes base64, enum by name) or `bytes` the encoded body
   * as base64. Answered when it is sent; the reply is a frame with the same `seq`.
   */
  send: {
    input: z.object({
      cmd: z.int().check(z.gte(0), z.lte(4_294_967_295)),
      body: z.optional(z.unknown()),
      bytes: z.optional(z.base64().check(z.maxLength(Math.ceil(SEND_BYTES / 3) * 4))),
      /** Again and again: `times` in all, `everyMs` apart. A new `send` with `repeat` ends the one before. */
      repeat: z.optional(
        z.object({
          times: z.int().check(z.gte(2), z.lte(10_000)),
          everyMs: z.int().check(z.gte(10), z.lte(3_600_000)),
        }),
      ),
    }),
    /** `n` of the request in the time line; of the first one of several. */
    reply: z.object({ n: z.int(), seq: z.int() }),
  },
  /** Ends a repeated send. */
  stopRepeat: { input: z.object({}), reply: z.object({ sent: z.int() }) },
  /** Begins a view; the one before ends, and what it was still reading for. */
  view: { input: z.object({ filter: frameFilter }), reply: timelineView },
  /** Ends the reading of older frames for the present view; what it found stays, and new frames go on coming. */
  stopScan: { input: z.object({}), reply: timelineView },
  /** Rows of the present view. */
  rows: {
    input: z.object({
      view: z.int(),
      from: z.int().check(z.gte(0)),
      count: z.int().check(z.gte(1), z.lte(ROWS_MAX)),
    }),
    reply: z.object({ from: z.int(), rows: z.array(frameSummary) }),
  },
  /** Where a frame stands in the present view: the row at or before it. -1: none. */
  rowOf: { input: z.object({ n: z.int().check(z.gte(0)) }), reply: z.object({ row: z.int() }) },
  /** One frame with its bytes, header included, from `from`; at most FRAME_PIECE_BYTES at once. */
  frame: {
    input: z.object({ n: z.int().check(z.gte(0)), from: z.optional(z.int().check(z.gte(0))) }),
    reply: z.object({
      frame: frameSummary,
      /** base64 of the bytes from `from`. */
      bytes: z.string().check(z.maxLength(Math.ceil(FRAME_PIECE_BYTES / 3) * 4)),
      from: z.int(),
    }),
  },
  pin: { input: z.object({ n: z.int().check(z.gte(0)), isPinned: z.boolean() }), reply: frameSummary },
  pause: { input: z.object({ isPaused: z.boolean() }), reply: connectionReply },
  heartbeat: { input: z.object({ isOn: z.boolean() }), reply: connectionReply },
  network: { input: networkConditions, reply: connectionReply },
  /** Ends the socket without a goodbye, as a lost network does. */
  drop: { input: z.object({}), reply: connectionReply },
  /** Connects again now; the time line goes on. With `isOn` lost connections are tried again by themselves, at most ten times. */
  reconnect: {
    input: z.object({ isOn: z.optional(z.boolean()), now: z.optional(z.boolean()) }),
    reply: connectionReply,
  },
  /** Says goodbye to the game. The time line stays readable. */
  disconnect: { input: z.object({}), reply: connectionReply },
  /** The player's state by module as JSON text, and per path the frames that changed it, newest last (at most 20). */
  state: {
    input: z.object({ module: z.optional(z.string().check(z.maxLength(200))) }),
    reply: z.object({
      /** False: this game has no state definition, or nobody entered. */
      isKnown: z.boolean(),
      modules: z.array(z.object({ module: z.string(), size: z.int(), changes: z.int() })),
      /** Of the module asked for. */
      data: z.nullable(z.string()),
      frames: z.array(z.object({ path: z.string(), frames: z.array(z.int()) })),
    }),
  },
  /**
   * The next piece of a capture's text, in order: lines of hex digits (`> 00ff`, `< 00ff`), NDJSON
   * (`{direction, at, hex}` or `data` as base64; session files too) or a browser's HAR. Lines that are none become faults
   * in the time line, which name the line; `faults` counts them.
   */
  load: {
    input: z.object({ text: z.string().check(z.maxLength(CAPTURE_PIECE)), isLast: z.boolean() }),
    reply: z.object({ counts: timelineCounts, faults: z.int() }),
  },
  /** The time line as a session file, piece by piece from frame `from`: NDJSON without what proves somebody. */
  session: {
    input: z.object({ from: z.int().check(z.gte(0)) }),
    reply: z.object({ text: z.string(), next: z.nullable(z.int()) }),
  },
  /**
   * Keeps the time line, as it is now, under a name. Answered when it is kept, or after a while with how far it is: asked
   * again without a name it goes on waiting.
   */
  keep: {
    input: z.object({ name: z.optional(keptName) }),
    reply: z.object({ kept: z.nullable(keptTimeline), frames: z.int(), of: z.int() }),
  },
  /** Layouts that could be the one of this capture, the likeliest first, each with how much it explains. */
  guess: {
    input: z.object({}),
    reply: z.object({
      layouts: z.array(z.object({ layout: z.unknown(), frames: z.int(), bytes: z.number(), of: z.number() })),
    }),
  },
  /** Ends it for good and forgets the time line. The channel may be closed after it. */
  end: { input: z.object({}), reply: done },
} as const

/** What the audit calls the end of a socket; no call brings it about. */
export const CONNECTION_ENDED = 'simulator.connectionEnded'

/** What the audit calls an Enter that a person wrote and sent by hand. */
export const ENTERED_BY_HAND = 'simulator.enteredByHand'

/** What the audit calls a time line that was kept; the ask is part of a channel. */
export const TIMELINE_KEPT = 'simulator.timelineKept'

export const simulatorConnection = defineChannel({
  name: 'simulator.connection',
  title: 'simulator.connection',
  permission: simulatorConnect,
  level: 2,
  open: z.object({
    target: connectionTarget,
    account: connectionAccount,
    /** Client version for Enter. */
    ver: z.optional(z.string().check(z.maxLength(64))),
    /**
     * Goes on with a connection of one's own; `target` and `account` are what it was opened with. Unknown on this node:
     * `simulator_connection_gone`, and the page opens one without `resume`.
     */
    resume: z.optional(z.string().check(z.minLength(1), z.maxLength(64))),
    /** A production line asks for one; it is audited. */
    reason: z.optional(z.string().check(z.maxLength(500))),
  }),
  target({ target }) {
    const { kind, lineId } = target
    const isOfServer = kind === 'server' || (kind === 'capture' && target.keptId === undefined)
    return isOfServer ? { sId: target.sId, lineId } : { lineId }
  },
  event: connectionEvent,
  asks: connectionAsks,
})
