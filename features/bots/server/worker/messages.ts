import type { FrameDescriptor } from '@qd/game-frame'
import type { ProtocolDefinition } from '@qd/protocol-model'
import type { Json, Scenario } from '@qd/scenario'
import type { CheckedSocketPeer } from '@qd/server-kit'
import type { BotsLoad, BotsPlayer } from '../../contract/index.ts'

/** A command of the game by name and messages. */
export interface WorkerCommand {
  cmd: number
  name: string
  req: string
  res: string
}

/** What is sent to enter a game without a key: JSON text of the request's body, with `{{deviceId}}` and other values. */
export interface RecordEnter {
  cmd: number
  body: string
}

/** All a worker gets: no key, and no address that was not checked. */
export interface WorkerOrder {
  peer: CheckedSocketPeer
  codec: FrameDescriptor
  nested: unknown
  commands: WorkerCommand[]
  /** How the game's player data is read; absent: no player is followed. */
  protocol?: ProtocolDefinition
  scenario: Scenario
  env: Record<string, Json>
  sId: number
  /** `signed`: with a hash that is asked for; null: nobody enters. */
  enter: 'signed' | RecordEnter | null
  load: BotsLoad
  /** This worker's part: every client whose number is `index` beyond a multiple of `workers`. */
  index: number
  workers: number
  seed: number
}

export interface ProofAsked {
  bot: number
  deviceId: string
  ver: string
}

/** Figures of a second; times in microseconds as pairs of value and count. */
export interface WorkerTick {
  online: number
  late: number
  /** Passes that have begun and not ended. */
  underWay: number
  sent: number
  received: number
  passed: number
  failed: number
  /** Replies since the last tick. */
  answered: number
  commands: { cmd: number; count: number; errors: number; times: Float64Array }[]
  errors: { code: string; step: string; count: number; text: string }[]
  at: { step: string; clients: number }[]
}

export type FromWorker =
  | { type: 'proofs'; asked: ProofAsked[] }
  | { type: 'tick'; tick: WorkerTick; isLast: boolean }
  /** Before its last tick. */
  | { type: 'players'; players: BotsPlayer[] }
  /** It went through all passes that were asked of it. */
  | { type: 'through' }

export type ToWorker =
  | { type: 'start' }
  | { type: 'proofs'; proofs: { bot: number; hash: string }[]; refused: { bot: number; why: string }[] }
  | { type: 'stop' }
