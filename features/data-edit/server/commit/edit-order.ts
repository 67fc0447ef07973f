import type { GameCallRequest } from '@qd/game-contract'
import type { CallContext, Caller } from '@qd/server-kit'
import type { Change, ChangeVerdict, CommitReply, Edit } from '../../contract/index.ts'
import type { Player } from '../player-of.ts'

/** Whose key, and what it stands for. */
export interface Ticket {
  userId: string
  key: string
  /** Hash over call, player and body: the same key for something else is refused. */
  bodyHash: string
}

/** An edit ready to be sent: checked, weighed, allowed. */
export interface EditOrder {
  version: string
  reason: string
  changes: Change[]
  onlinePolicy: 'live' | 'kick' | 'refuse'
  /** For an undo: the original and the index there of each change. */
  undo?: { of: string; indexes: number[] }
  /** The function run it belongs to. */
  runId?: string
  /** The job or the run it is a part of, for limits per request. */
  request?: string
}

export type GameRequest = GameCallRequest<'dataChange'>

/** An edit under way: its row stands, its outcome is not known yet. */
export interface OpenEdit {
  editId: string
  ticket: Ticket
  player: Player
  request: GameRequest
  changes: Change[]
  undo?: EditOrder['undo']
  /** What it gives is counted under it. */
  useKey: string
  /** It was sent before, and nobody knows what came of it. */
  isAskedAgain: boolean
}

/** How an edit ended. */
export interface Settlement {
  status: Exclude<Edit['status'], 'unknown' | 'undone'>
  results: ChangeVerdict[]
  version: string
  /** Null when nothing happened: the key may be used again. */
  answer: CommitReply | null
}

export interface EditCall {
  caller: Caller
  requestId: string
  player: Player
  ticket: Ticket
  lang: CallContext['lang']
  text: CallContext['text']
}
