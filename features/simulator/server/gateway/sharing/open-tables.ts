export interface OpenTables {
  simulator_open: OpenRow
}

/** A connection that has entered, on the node that holds it. */
export interface OpenRow {
  id: string
  /** The process, not the machine. */
  node_id: string
  game: string
  u_id: string
  username: string
  /** Ms UTC; the node puts it off while it lives. */
  ends_at: number
}
