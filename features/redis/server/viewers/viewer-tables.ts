/** Which keys of a line are shown how. Times are ms UTC. */
export interface ViewerTables {
  redis_viewers: ViewerRow
  redis_decoders: DecoderRow
  redis_layouts: LayoutRow
}

export interface ViewerRow {
  id: string
  line_id: string
  /** Globs of Redis; an empty one of fields fits all. */
  key_pattern: string
  field_pattern: string
  /** JSON of a `ValueView`. */
  view: string
  position: number
  revision: number
  changed_by: string
  changed_at: number
}

export interface DecoderRow {
  id: string
  line_id: string
  name: string
  /** Base64. */
  module: string
  sha256: string
  bytes: number
  changed_by: string
  changed_at: number
}

/** How records stand in values, under a name of the line. */
export interface LayoutRow {
  id: string
  line_id: string
  name: string
  /** As `readLayout` reads it. */
  layout: string
  revision: number
  changed_by: string
  changed_at: number
}
