import { defineErrors } from '@qd/contract-kit'

export const bulkEditErrors = defineErrors({
  bulk_no_players: 422,
  bulk_too_long: 413,
  bulk_set_refused: 422,
  bulk_preview_needed: 409,
  /** Read anew the list is not what the preview has shown. */
  bulk_list_changed: 409,
  bulk_job_not_found: 404,
  bulk_nothing_to_undo: 409,
})
