/** What was deleted or overwritten here and can be had back for a while. Times are ms UTC. */
export interface BinTables {
  redis_bin: BinRow
}

export interface BinRow {
  id: string
  line_id: string
  connection_id: string
  db: number
  /** Base64. */
  key: string
  /** The key as text, folded for the search. */
  search: string
  type: string
  action: string
  /** Of the value as DUMP writes it. */
  bytes: number
  /** What it had left when it was kept; -1: no end. */
  ttl_ms: number
  by_name: string
  kept_at: number
  until_at: number
  /** 0: not restored. */
  restored_at: number
  /** DUMP in base64, sealed by the SecretBox at place `redis_bin/<id>/payload`. */
  payload: string
}
