/** Connections of lines. `secrets` holds sealed texts only. */
export interface ConnectionTables {
  redis_connection: ConnectionRow
}

export interface ConnectionRow {
  id: string
  line_id: string
  name: string
  /** JSON of `ConnectionConfig`, its name included. */
  config: string
  /** JSON of `SealedSecrets`. */
  secrets: string
  /** Variable of the environment its password came from; empty: from people, or there is none. */
  password_env: string
  is_managed: number
  position: number
  revision: number
  changed_by: string
  changed_at: number
}
