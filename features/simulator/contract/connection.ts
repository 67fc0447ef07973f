import { schemas, z } from '@qd/contract-kit'
import { keptId } from './kept.ts'
import { frameSummary, timelineCounts, timelineView } from './timeline.ts'

/* Where a connection leads, who enters, and what a page is told of it; the channel is in `gateway.ts`. */

const id = z.string().check(z.minLength(1), z.maxLength(64))
const deviceId = z.string().check(z.minLength(1), z.maxLength(128))

/** Where a connection leads. All but `server` stand on a line, whose rights count. */
export const connectionTarget = z.discriminatedUnion('kind', [
  /** A server of the catalogue. Its definitions: `protoDefinition`. */
  z.object({ kind: z.literal('server'), sId: schemas.sIdNumber, lineId: z.optional(schemas.shortText) }),
  /** A socket-only record. Its definitions: `recordDefinition`. */
  z.object({ kind: z.literal('record'), lineId: schemas.shortText, recordId: id }),
  /** An address of the line's allow-list; frames and messages as the record has them, else qd-1 without messages. */
  z.object({
    kind: z.literal('address'),
    lineId: schemas.shortText,
    url: z.string().check(z.maxLength(300)),
    recordId: z.optional(id),
  }),
  /**
   * A capture or a session file: no game is reached, `load` fills the time line. Frames and messages as the server (`sId`)
   * or the record has them; neither: qd-1 without messages. `layout` cuts the frames in its own way. With `keptId` the
   * time line comes from what was kept (`keptList`), and `load` is refused: its frames are read as they were then, with
   * the rights of the line. `sId` and `recordId` are those it was kept with; they may be gone.
   */
  z.object({
    kind: z.literal('capture'),
    lineId: schemas.shortText,
    name: z.string().check(z.maxLength(200)),
    sId: z.optional(schemas.sIdNumber),
    recordId: z.optional(id),
    keptId: z.optional(keptId),
    /** Frame descriptor (`packages/game-frame`). */
    layout: z.optional(z.unknown()),
  }),
])
export type ConnectionTarget = z.infer<typeof connectionTarget>

/**
 * Who enters. `new`: a device nobody has used, which makes an account. `device`: that device's account. `player`: only
 * players whose device the console knows, because it made them or entered as them before. `none`: only the socket is
 * opened, no Enter. A player the console did not make asks for `simulatorAsPlayer`. Records and addresses ignore it.
 */
export const connectionAccount = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('new') }),
  z.object({ kind: z.literal('device'), deviceId }),
  z.object({ kind: z.literal('player'), uId: schemas.uIdText }),
  z.object({ kind: z.literal('none') }),
])
export type ConnectionAccount = z.infer<typeof connectionAccount>

export const connectionStepName = z.enum([
  'connectionInfo',
  'definitions',
  'socket',
  'handshake',
  'enter',
  'enterReply',
])

/** One step on the way in; `ms` counts from its begin, null while it runs. */
export const connectionStep = z.object({
  step: connectionStepName,
  state: z.enum(['running', 'ok', 'failed', 'skipped']),
  at: z.number(),
  ms: z.nullable(z.number()),
  /** Why it failed, in the reader's language. */
  msg: z.string(),
  /** Error code of the catalogue; empty when it did not fail. */
  code: z.string(),
})
export type ConnectionStep = z.infer<typeof connectionStep>

/**
 * `connecting`: on its way through the steps. `open`: may send. `waiting`: lost; tries again at `retryAt`. `closed`: over;
 * the time line can still be read, and `reconnect` begins again.
 */
export const connectionPhase = z.enum(['connecting', 'open', 'waiting', 'closed'])

export const networkConditions = z.object({
  /** Each way. */
  delayMs: z.int().check(z.gte(0), z.lte(60_000)),
  /** Each way; 0 is no limit. */
  bytesPerSecond: z.int().check(z.gte(0), z.lte(1_000_000_000)),
  /** The console stops reading and sending, and the game is told nothing. */
  isHalfOpen: z.boolean(),
})
export type NetworkConditions = z.infer<typeof networkConditions>

export const connectionView = z.object({
  connectionId: z.string(),
  target: connectionTarget,
  /** Server, record or address by name. */
  title: z.string(),
  phase: connectionPhase,
  steps: z.array(connectionStep),
  deviceId: z.string(),
  /** Empty until Enter was answered. */
  uId: z.string(),
  /** Other people of this console who have the same account open now. */
  others: z.array(z.string()),
  heartbeat: z.object({
    /** False: the layout has none. */
    isKnown: z.boolean(),
    isOn: z.boolean(),
    everySeconds: z.number(),
    cmd: z.int(),
  }),
  network: networkConditions,
  reconnect: z.object({
    isOn: z.boolean(),
    attempt: z.int(),
    /** Ms UTC. */
    retryAt: z.nullable(z.number()),
  }),
  /** Frame layout (`packages/game-frame`). */
  layout: z.unknown(),
  /** sha256 of the definitions the frames are read with, hex; empty before they are there. */
  definitionHash: z.string(),
  /** Why it is closed or lost, in the reader's language. */
  why: z.string(),
  /** No new rows are told while paused; the frames come in all the same. */
  isPaused: z.boolean(),
  /** The repeated send that runs now. */
  repeating: z.optional(z.nullable(z.object({ cmd: z.int(), sent: z.int(), times: z.int() }))),
})
export type ConnectionView = z.infer<typeof connectionView>

/** What the page is told. At most ten of each kind a second; a slow page gets fewer, never more at once. */
export const connectionEvent = z.discriminatedUnion('kind', [
  /** First, and after each change. */
  z.object({ kind: z.literal('state'), connection: connectionView }),
  /**
   * The time line grew or the view changed. `last` are the newest rows of the view (at most 100), in order, the last one
   * has row number `view.shown - 1`; all others are asked for with `rows`. While paused the view stays as it was told,
   * and `more` counts its rows that came since.
   */
  z.object({
    kind: z.literal('frames'),
    counts: timelineCounts,
    view: timelineView,
    last: z.array(frameSummary),
    more: z.optional(z.int()),
  }),
  /** Pinned, or paired by a reply that came later: rows the page may have on the screen. */
  z.object({ kind: z.literal('changed'), rows: z.array(frameSummary) }),
  /** A frame changed the player's state. `before` and `after` are JSON text; empty when there was or is nothing. */
  z.object({
    kind: z.literal('stateChanged'),
    frame: z.int(),
    changes: z.array(
      z.object({ module: z.string(), path: z.string(), before: z.string(), after: z.string() }),
    ),
    /** More changes of this frame than are told. */
    isCut: z.boolean(),
  }),
])
export type ConnectionEvent = z.infer<typeof connectionEvent>
