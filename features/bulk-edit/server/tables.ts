/** A bulk edit or the undo of one, as lists show it; written when its first rows are worked on. */
export interface BulkJobRow {
  job_id: string
  kind: 'edit' | 'undo'
  game: string
  operator: string
  line_id: string
  /** Null: players of all servers of the line. */
  s_id: number | null
  actor: string
  at: number
  reason: string
  name: string
  players: number
  undo_of: string | null
  /** JSON of the scope paths of its servers, where players of several places were changed. */
  places: string | null
}

/** That a user has seen the preview of a list and set; the hash stands for both. */
export interface BulkPreviewRow {
  user_id: string
  hash: string
  at: number
  /** JSON of ListFacts, of a list that is not read again at the start. */
  facts: string | null
}

/** Made by the migration `0004-bulk-edit` of the data editor, together with columns of its own table. */
export interface BulkEditTables {
  bulk_job: BulkJobRow
  bulk_preview: BulkPreviewRow
}
