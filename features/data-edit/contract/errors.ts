import { defineErrors } from '@qd/contract-kit'

export const dataEditErrors = defineErrors({
  player_not_found: 404,
  player_unresolved: 409,
  edit_conflict: 409,
  edit_refused: 422,
  edit_unknown: 504,
  /** It did not answer what is asked before a commit: nothing was sent. */
  server_silent: 504,
  edit_not_found: 404,
  edit_not_undoable: 409,
  policy_not_offered: 422,
  edit_forgotten: 409,
  snapshot_not_found: 404,
  snapshots_full: 409,
  snapshot_too_big: 422,
  field_forbidden: 403,
  protocol_refused: 502,
  module_unknown: 400,
})
