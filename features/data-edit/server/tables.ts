import type { OnlinePolicy } from '@qd/game-contract'
import type { Edit } from '../contract/index.ts'

export interface ProtocolDefinitionRow {
  server_key: string
  md5: string
  /** JSON text of the last definition that passed our limits. */
  definition: string
  at: number
}

/** JSON columns are text and never queried inside. */
export interface PlayerEditRow {
  id: string
  game: string
  u_id: string
  server_key: string
  actor_id: string
  actor: string
  at: number
  reason: string
  /** `unknown` until the game has answered, so that a crash in between needs no repair. */
  status: Edit['status']
  undo_of: string | null
  /** For an undo: the index each change has in the original edit. */
  undo_indexes: string
  changes: string
  results: string
  /** Values as the game stored them, by index; what an undo compares with. */
  written: string
  version_before: string
  version_after: string
  /** The job of a bulk edit. */
  job_id: string | null
  /** Key of the job row's effect: the same for the row however often it is worked on. */
  effect_key: string | null
  /** How a bulk edit treats a player who is online; null for edits whose request is stored as a whole. */
  online_policy: OnlinePolicy | null
  /** The function run that made it. */
  run_id: string | null
  /** Of a bulk edit: the use of items it is counted in, with the rows that were stored with it. */
  use_key: string | null
  /** Of a bulk edit: fingerprint of the definition its changes were made by; null: an older console stored it. */
  protocol_md5: string | null
}

/** One idempotency key of one user; without answer its outcome is unknown and it may only be asked again. */
export interface EditRequestRow {
  user_id: string
  key: string
  body_hash: string
  edit_id: string
  /** What was sent to the game, to be sent again word by word. */
  request: string
  answer: string | null
  at: number
}

/** A player as they were; `data` is JSON, compressed, in base64. */
export interface PlayerSnapshotRow {
  id: string
  game: string
  u_id: string
  server_key: string
  name: string
  note: string
  actor: string
  at: number
  version: string
  md5: string
  bytes: number
  data: string
  /** Which of the places for snapshots of its player it has, from 0: no two have one. */
  slot: number
}

export interface DataEditTables {
  protocol_definition: ProtocolDefinitionRow
  player_edit: PlayerEditRow
  player_edit_module: { edit_id: string; diff: string }
  edit_request: EditRequestRow
  player_snapshot: PlayerSnapshotRow
}
