import type { z } from '@qd/contract-kit'
import type {
  ConnectionView,
  TimelineCounts,
  TimelineView,
  simulatorConnection,
} from '../../contract/index.ts'
import type { Refusal } from './door.ts'

export type OpenInput = z.output<(typeof simulatorConnection)['open']>

/** One value of the player's state that a frame changed; texts are JSON, empty for none. */
export interface StateChange {
  frame: number
  module: string
  path: string
  before: string
  after: string
}

export interface Connection {
  /** Of this page; the server's own id is `connectionId`. */
  key: string
  open: OpenInput
  /** Until the server says how it is called. */
  title: string
  /** The server's id, as long as it may still know the connection. */
  connectionId: string | undefined
  /** Begun before this page was loaded. */
  isTakenUp: boolean
  /** The page's own way to the console is broken; it comes back by itself. */
  isAway: boolean
  /** Null until the server told of it. */
  view: ConnectionView | null
  /** Why the server opened none, or has it no more. */
  refusal: Refusal | null
  counts: TimelineCounts
  timeline: TimelineView
  /** Rows of the view that came while the display is paused. */
  more: number
  /** Grows when rows were read or changed. */
  version: number
  /** Newest first. */
  changes: readonly StateChange[]
  /** Frames whose changes were more than are told. */
  hasCutChanges: boolean
  /** Number of the frame shown in the detail. */
  selected: number | null
  /** Number of the frame the selected one is compared with. */
  comparedWith: number | null
  /** What was typed as filter. */
  filter: string
  hidesHeartbeats: boolean
  /** Id of the environment its variables come from, empty for none; null: it never chose. */
  environment: string | null
  /** Number of the first frame that is recorded; null while nothing is. */
  recordedFrom: number | null
}

const NO_COUNTS: TimelineCounts = {
  frames: 0,
  bytes: 0,
  lost: 0,
  lostWhy: null,
  requests: 0,
  replies: 0,
  pushes: 0,
  faults: 0,
}
const NO_VIEW: TimelineView = { view: -1, shown: 0, scanned: 0, isDone: true }
/** What the server says of a connection that it has no more. */
export const GONE = 'simulator_connection_gone'

/** Another tab of this browser has it. */
export const ELSEWHERE = 'open_elsewhere'

let lastKey = 0

export type Begun = Pick<Connection, 'open' | 'title'> & Partial<Connection>

export function newConnection(begun: Begun): Connection {
  lastKey += 1
  return {
    connectionId: undefined,
    isTakenUp: false,
    isAway: false,
    view: null,
    refusal: null,
    counts: NO_COUNTS,
    timeline: NO_VIEW,
    more: 0,
    version: 0,
    changes: [],
    hasCutChanges: false,
    selected: null,
    comparedWith: null,
    filter: '',
    hidesHeartbeats: false,
    environment: null,
    recordedFrom: null,
    ...begun,
    key: `c${lastKey}`,
  }
}

export type ShownPhase = 'connecting' | 'open' | 'waiting' | 'closed' | 'refused' | 'away' | 'file'

export function phaseOf({ view, refusal, isAway }: Connection): ShownPhase {
  if (refusal !== null)
    return view === null && refusal.code !== GONE && refusal.code !== ELSEWHERE ? 'refused' : 'closed'
  if (view === null) return 'connecting'
  // It ended before it was opened here: nothing went wrong.
  if (view.target.kind === 'capture' && view.phase === 'closed') return 'file'
  return isAway && view.phase !== 'closed' ? 'away' : view.phase
}
