import type { Frames, Opening } from '@qd/game-frame'
import type { Run, RunAction } from '@qd/scenario'
import type { ClientSocket } from './client-socket.ts'
import type { Sleeper } from './timers.ts'

/** What a client waits to do until it is connected, or until its Enter is signed. */
export type Todo = Extract<RunAction, { do: 'enter' | 'send' }>

/** One client: plain fields and no function of its own, because there are thousands. */
export class Bot implements Sleeper {
  readonly index: number
  wakeAtMs = Infinity
  heapAtMs = Infinity
  socket: ClientSocket | null = null
  /** What cuts and makes the frames of its connection. */
  frames: Frames | null = null
  /** What client and game still have to say to each other before it is open. */
  opening: Opening | null = null
  /** Seconds between two heartbeats; 0: none. */
  beatSeconds = 0
  run: Run | null = null
  todo: Todo | null = null
  pass = 0
  /** When the pass was meant to begin. */
  passDueMs = 0
  seq = 0
  /** Sequence of the request that waits for its reply; 0: none. */
  waitingSeq = 0
  waitingCmd = 0
  /** From when its time counts. */
  fromMs = 0
  hasEntered = false
  isOpen = false
  openedAtMs = 0
  /** Body of the reply to its Enter, where a step looks at it: as bytes, because there are thousands. */
  entered: Uint8Array | undefined
  /** Connections that failed one after another. */
  tries = 0
  /** Pushes of the current second. */
  pushes = 0

  constructor(index: number) {
    this.index = index
  }
}
