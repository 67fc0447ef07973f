/** Patterns by which the keys of a player are found, all those of a connection in one row. */
export interface PlayerKeyTables {
  redis_player_keys: PlayerKeyRow
}

export interface PlayerKeyRow {
  connection_id: string
  line_id: string
  /** JSON of `PlayerPattern[]`. */
  patterns: string
  revision: number
  changed_by: string
  /** Ms UTC. */
  changed_at: number
}
