import { defineErrors } from '@qd/contract-kit'

export const simulatorErrors = defineErrors({
  definition_refused: 502,
  /** A production line, and no grant names production. */
  simulator_production: 403,
  /** A player the console did not make. */
  simulator_as_player: 403,
  /** The game's Enter knows devices only, and the console does not know this player's. */
  simulator_device_unknown: 409,
  /** Not on this node, or over. */
  simulator_connection_gone: 404,
  simulator_connections_full: 429,
  /** All connections of this node are looked at, of whomever. */
  simulator_node_full: 429,
  /** Nothing can be sent now. */
  simulator_not_open: 409,
  /** A body that does not fit its message, or a command without one. */
  simulator_body_invalid: 422,
  simulator_frame_unknown: 404,
  /** Rows of an older view. */
  simulator_view_over: 409,
  simulator_record_not_found: 404,
  simulator_records_full: 429,
  simulator_name_taken: 409,
  simulator_record_changed: 409,
  simulator_definition_invalid: 422,
  simulator_address_forbidden: 403,
  simulator_request_not_found: 404,
  simulator_requests_full: 429,
  /** Saved again since it was opened, in another window or by another session. */
  simulator_request_changed: 409,
  /** Not the text of a JSON object. */
  simulator_request_body: 422,
  simulator_kept_not_found: 404,
  /** On the disk of another node. */
  simulator_kept_elsewhere: 409,
  /** The messages of its frames were not known when it was kept. */
  simulator_kept_nameless: 404,
  /** So many kept time lines already. */
  simulator_kept_full: 429,
  /** The user's share of the node's disk is used up. */
  simulator_share_full: 429,
})
