/** Saved requests. Times are ms UTC. */
export interface RequestTables {
  simulator_request: RequestRow
}

export interface RequestRow {
  id: string
  game: string
  owner_id: string
  owner: string
  /** Names of folders with `/` between; empty for none. */
  folder: string
  name: string
  /** Full name. */
  message: string
  /** JSON of the ids of groups that see it. */
  share: string
  /** JSON, as it was written. */
  body: string
  revision: number
  updated_at: number
}
