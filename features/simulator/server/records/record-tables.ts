export interface RecordTables {
  simulator_record: RecordRow
  simulator_addresses: {
    line_id: string
    /** JSON list. */
    hosts: string
    revision: number
  }
}

export interface RecordRow {
  id: string
  line_id: string
  name: string
  url: string
  /** JSON. */
  layout: string
  /** JSON, `null` for none. */
  enter: string
  /** JSON: messages in protobuf.js form. */
  nested: string
  /** JSON list. */
  commands: string
  messages: number
  definition_hash: string
  revision: number
  changed_by: string
  changed_at: number
}
