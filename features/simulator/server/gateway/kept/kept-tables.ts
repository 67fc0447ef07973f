export interface KeptTables {
  simulator_kept: KeptRow
}

export interface KeptRow {
  id: string
  user_id: string
  line_id: string
  name: string
  title: string
  /** Null: not of a server. */
  s_id: number | null
  /** Empty: not of a record. */
  record_id: string
  /** Of the messages its frames were read with; empty: without names. */
  definition_hash: string
  u_id: string
  frames: number
  bytes: number
  /** The data folder it lies in, and the machine that folder belonged to. */
  node_id: string
  node_name: string
  kept_at: number
}
