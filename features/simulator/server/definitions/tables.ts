/** In `changes`: one of the two versions cannot be read. */
export const NOT_COMPARED = -1

export interface DefinitionTables {
  simulator_definition: {
    /** SHA-256 of the canonical JSON of descriptor and commands. */
    hash: string
    /** JSON of both, gzip, in base64. */
    content: string
    bytes: number
    messages: number
    enums: number
    commands: number
    /** When it was last written; a row that was just asked for is not swept. */
    kept_at: number
  }
  /** Which server had it, and when. Times are ms UTC. */
  simulator_definition_seen: {
    /** `game:platform:sId`. */
    server_key: string
    hash: string
    game: string
    first_at: number
    first_by: string
    last_at: number
    /** Hash of the version the server had before; empty: none is known. */
    previous: string
    /** Differences from the previous one, or `NOT_COMPARED`. */
    changes: number
    breaking: number
  }
}
