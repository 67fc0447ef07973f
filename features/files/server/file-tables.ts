/** Times are ms UTC, sizes bytes. */
export interface FileTables {
  file: {
    /** uuidv7. */
    id: string
    use_name: string
    name: string
    size: number
    /** The next part begins here. */
    received: number
    /** Hex; null until the upload has ended. */
    sha256: string | null
    owner_id: string
    /** Who writes to the file now; null: nobody. */
    writer: string | null
    /** When that writer counts as dead. */
    writer_until: number
    /** 1: a writer was replaced, or parts were given back. What was hashed on the way may not lie there any more. */
    is_rewritten: number
    created_at: number
    /** An upload that stands still ends then, a finished file is deleted. */
    expires_at: number
  }
  /** Which folder each node keeps files in. */
  file_node: { node: string; folder: string; seen_at: number }
}

export type FileRow = FileTables['file']
