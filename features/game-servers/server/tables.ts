export interface GameServerTables {
  game_server_live: LiveRow
  game_server_online: OnlineRow
  game_server_write: WriteRow
  game_server_calls: CallsRow
  game_server_heard: HeardRow
}

/** What a server said last; times are the console's unless they say otherwise. */
export interface LiveRow {
  /** `game:platform:sId`. */
  key: string
  /** When the last taken heartbeat was signed, by the server's clock; null: it never sent one. */
  sent_at: number | null
  taken_at: number | null
  /** Since when it is known to declare `heartbeat`. */
  declared_at: number | null
  online: number | null
  state: string | null
  /** When the server answered that it has this state now; null: nobody asked for it here. */
  state_set_at: number | null
  /** JSON: build, protocolMd5, config. */
  versions: string
  /** JSON: real, game, offset, zone. */
  clock: string
  silent_since: number | null
}

/** Players online in one minute since 1970. */
export interface OnlineRow {
  key: string
  minute: number
  online: number
}

/** A write that was sent to a server; the slots of a node are used in turn, so a busy one keeps the newest. */
export interface WriteRow {
  server_key: string
  node: string
  slot: number
  idempotency_key: string
  method: string
  path: string
  body_sha256: string
  sent_at: number
}

/** A heartbeat that was here, as long as it could be sent again. */
export interface HeardRow {
  key: string
  /** When it was signed, by the server's clock. */
  sent_at: number
}

/** Calls of a server in its present minute. */
export interface CallsRow {
  /** `game:platform:sId`; heartbeats are counted apart, with `/beats` behind it. */
  key: string
  minute: number
  calls: number
}
