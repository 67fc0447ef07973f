import type { PlayerData, ProtocolDefinition } from '@qd/protocol-model'
import type { GameCallReply } from '@qd/game-contract'
import type { JobRow, JobRun, ReachedServer, RowOutcome } from '@qd/server-kit'
import type { RefusalRules } from '@qd/player-edit'
import type { Change, ChangeVerdict, JobEdit } from '@qd/data-edit/contract'
import type { Player } from '../bulk-edit-deps.ts'

/** What bulk edits and their undo have in common of what a chunk knows of its job. */
export type BulkRun = JobRun<unknown>

/** The rules and the way of a server, asked for once per chunk. */
export interface ChunkServer {
  reached: ReachedServer<'data'>
  rules: Omit<RefusalRules, 'text'>
  protocol: ProtocolDefinition
  /** Its fingerprint. */
  md5: string
}

/** A row whose player was found, on its way through a chunk. */
export interface ChunkRow {
  row: JobRow
  player: Player
  server: ChunkServer
  /** Set once it is known how the row ends. */
  outcome?: RowOutcome
  /** The edit as stored before it was sent, in this run or in an earlier one. */
  edit?: JobEdit
  /** The edit was stored by an earlier run, or on another node, and may have been sent there. */
  isTakenUp?: boolean
  /** What the plan was made on; absent when the edit was stored by an earlier run. */
  data?: PlayerData
  /** What the game answered; absent while its outcome is unknown. */
  reply?: GameCallReply<'dataChange'>
  results?: ChangeVerdict[]
}

/** What a row is to become: changes to send, or how it ends without any. */
export type PlannedRow =
  | { changes: Change[]; version: string; data: PlayerData; undo?: { of: string; indexes: number[] } }
  | { outcome: RowOutcome }

/** Looks at the player and says what to send. */
export type PlanRow = (item: ChunkRow) => Promise<PlannedRow>
