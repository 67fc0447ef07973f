import { z } from '@qd/contract-kit'

/** Most rows of one window, and most bytes of one piece of a frame (before base64). */
export const ROWS_MAX = 500
export const FRAME_PIECE_BYTES = 262_144
export const FRAMES_MAX = 1_000_000

export const frameDirection = z.enum(['request', 'reply', 'push', 'fault', 'note'])
export type FrameDirectionShown = z.infer<typeof frameDirection>

/** Why bytes are no frame, or why a body is none of its message. `offset` counts in the frame's own bytes. */
export const frameFault = z.object({
  /** `too_short`, `too_long`, `wrong_marker`, … as `packages/game-frame` names them. */
  code: z.string(),
  offset: z.int(),
  /** In English, for developers: what stood there and what was expected. */
  text: z.string(),
})

/** One row of the time line; its bytes are asked for by `n`. */
export const frameSummary = z.object({
  /** From 0, without gaps, in the order of arrival. */
  n: z.int(),
  /** Ms UTC, with fractions. */
  at: z.number(),
  direction: frameDirection,
  /** 0 where the frame could not be read. */
  cmd: z.int(),
  /** Full name of the message; empty when the command is unknown. */
  message: z.string(),
  seq: z.int(),
  /** 0 is success; a request has none: 0. */
  status: z.int(),
  /** What the game says about a reply that refuses, in its own words; the reader's language where it has several. */
  refusal: z.optional(z.string()),
  /** Bytes of the whole frame as it travelled. */
  size: z.int(),
  /**
   * Where the body begins in the bytes that `frame` gives, and how long it is. A body that travelled ciphered or compressed
   * stands behind the frame's own bytes, in the clear: then `bodyAt` is `size`.
   */
  bodyAt: z.int(),
  bodySize: z.int(),
  /** Ms from the request to this reply. */
  rtMs: z.optional(z.number()),
  /** `n` of the request of a reply, or of the reply of a request. */
  pair: z.optional(z.int()),
  isHeartbeat: z.boolean(),
  isPinned: z.boolean(),
  fault: z.optional(frameFault),
  /** The text of a `note`, in the reader's language: dropped, reconnected, heartbeat off, … */
  note: z.optional(z.string()),
})
export type FrameSummary = z.infer<typeof frameSummary>

const shortList = z.array(z.string().check(z.maxLength(200))).check(z.maxLength(50))

/**
 * What a view shows; absent fields show everything, all that are given must hold. The first six are answered from the
 * index at once; `message` is a part of a name; `text` and `field` read every body and come piece by piece.
 */
export const frameFilter = z.object({
  directions: z.optional(z.array(frameDirection).check(z.maxLength(5))),
  cmds: z.optional(z.array(z.int()).check(z.maxLength(200))),
  /** Commands from one number to another, both included; known or not. With `cmds`, a frame of either passes. */
  cmdRanges: z.optional(
    z.array(z.object({ from: z.int().check(z.gte(0)), to: z.int().check(z.gte(0)) })).check(z.maxLength(200)),
  ),
  /** Only frames with an error status (`failed`), only success, or these very numbers. */
  status: z.optional(
    z.union([z.enum(['ok', 'failed']), z.array(z.int().check(z.gte(0))).check(z.maxLength(50))]),
  ),
  minSize: z.optional(z.int().check(z.gte(0))),
  maxSize: z.optional(z.int().check(z.gte(0))),
  hidesHeartbeats: z.optional(z.boolean()),
  pinnedOnly: z.optional(z.boolean()),
  messages: z.optional(shortList),
  /** Anywhere in a decoded body, names of fields included; letters of any case. */
  text: z.optional(z.string().check(z.maxLength(200))),
  /** A field by its dotted path, `items[].id` or `items.0.id`, and the text its value must have. */
  field: z.optional(
    z.object({
      path: z.string().check(z.minLength(1), z.maxLength(300)),
      value: z.string().check(z.maxLength(300)),
    }),
  ),
})
export type FrameFilter = z.infer<typeof frameFilter>

/**
 * The one view of a connection: the frames its filter lets through, in order. Rows are numbered from 0 within it. While
 * `isDone` is false its filter is still reading older frames, and `shown` grows.
 */
export const timelineView = z.object({
  /** Grows with each new filter; rows of an older view are refused. */
  view: z.int(),
  shown: z.int(),
  /** Frames read for the filter so far. */
  scanned: z.int(),
  isDone: z.boolean(),
})
export type TimelineView = z.infer<typeof timelineView>

export const timelineCounts = z.object({
  frames: z.int(),
  bytes: z.number(),
  /** Frames that came and were not kept: the time line or the user's share of the disk is full, or the disk is. */
  lost: z.int(),
  /** Why frames are lost; null while none is. */
  lostWhy: z.nullable(z.enum(['frames', 'bytes', 'disk', 'speed'])),
  requests: z.int(),
  replies: z.int(),
  pushes: z.int(),
  faults: z.int(),
})
export type TimelineCounts = z.infer<typeof timelineCounts>
