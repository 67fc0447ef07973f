export interface UpdateTables {
  console_update: UpdateRow
}

/** The one row: what all nodes know of updates. */
export interface UpdateRow {
  id: string
  /** The version nobody wants to hear of; empty: none. */
  ignored: string
  /** The version people were told of without asking; empty: none. */
  told: string
  checked_at: number | null
  /** When the newest feed that was ever believed was published. */
  published_at: number
  /** JSON of a `FoundVersion`; empty: nothing newer was found. */
  found: string
  /** JSON of a `KeptFault`: how the last check or download ended; empty: well. */
  fault: string
  /** JSON of a `KeptFile`; empty: none was fetched. */
  file: string
  work: '' | 'checking' | 'downloading'
  /** Of the run that works; whoever has not the token writes nothing. */
  token: string
  /** The run that works says so again before; after it the work counts as dead. */
  until: number
  done: number
}

export interface KeptFault {
  code: string
  params: Record<string, string | number>
}

/** The package that was fetched and verified. */
export interface KeptFile {
  version: string
  path: string
  /** Host name of the node that fetched it. */
  machine: string
  size: number
  sha256: string
}
