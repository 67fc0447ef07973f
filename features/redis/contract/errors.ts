import { defineErrors } from '@qd/contract-kit'

export const redisErrors = defineErrors({
  redis_connection_not_found: 404,
  /** A connection of this name is on the line already. */
  redis_connection_exists: 409,
  /** Somebody else changed it since it was read. */
  redis_connection_changed: 409,
  /** What the caller may do is not what it was when it was opened. */
  redis_rights_changed: 409,
  /** Address and password are given by the sandbox at each start. */
  redis_connection_managed: 422,
  /** Stored secrets would go to another server than the one they were given for. */
  redis_secrets_again: 422,
  /** A selection without keys. */
  redis_no_keys: 422,
  redis_too_many_keys: 422,
  /** Copies in their own database need another name. */
  redis_copy_onto_itself: 422,
  /** A key stands in two places of a file of keys. */
  redis_import_repeated: 422,
  /** A file of connections that cannot be read. */
  redis_import_invalid: 422,
  /** The caller has it open. */
  redis_close_first: 409,
  redis_connections_full: 429,
  /** So many connections to servers are in use, of a session or of the node. */
  redis_links_full: 429,
  /** A part of the connection cannot be used; `field` names it. */
  redis_config_invalid: 422,
  /** The host is this machine or in a private network, and the caller may not open those. */
  redis_network_forbidden: 403,
  /** Asked for at connect and not given yet. */
  redis_password_needed: 409,
  redis_unreachable: 502,
  redis_auth_failed: 502,
  redis_tls_failed: 502,
  redis_ssh_failed: 502,
  redis_host_key_changed: 502,
  redis_key_file_expired: 422,
  redis_sentinel_failed: 502,
  redis_cluster_failed: 502,
  /** Some nodes did it and some did not; both are named. */
  redis_cluster_partly: 502,
  redis_too_many_attempts: 502,
  redis_loading: 503,
  redis_timeout: 504,
  /** The connection was lost after the command was sent: it may have happened. */
  redis_outcome_unknown: 502,
  /** An answer grew beyond what the console holds; its connection was closed for it. */
  redis_reply_too_large: 422,
  /** The server's own words. */
  redis_refused: 422,
  redis_read_only: 403,
  /** A script nobody bounds: `reason` says what is missing. */
  redis_script_unbounded: 403,
  /** A script ran beyond the time limit, and the console ended it. */
  redis_script_ended: 422,
  /** A script runs beyond the time limit and cannot be ended; `reason` says why. */
  redis_script_runs_on: 504,
  redis_command_unknown: 422,
  /** The server lists it and knows it by another name, or it is switched off there. */
  redis_command_renamed: 422,
  redis_command_forbidden: 403,
  redis_key_forbidden: 403,
  redis_scan_disabled: 422,
  /** Closed to this user by the ACL of the server. */
  redis_info_disabled: 422,
  redis_config_disabled: 422,
  redis_key_not_found: 404,
  redis_key_exists: 409,
  redis_key_changed: 409,
  redis_page_end: 422,
  redis_value_invalid: 422,
  /** Without EVAL_RO it would come whole to be cut here. */
  redis_value_too_large: 422,
  redis_scan_over: 409,
  /** As many key lists as one person may have open. */
  redis_lists_full: 429,
  /** The trees of all key lists of this node together. */
  redis_trees_full: 429,
  /** As many consoles as one person may have open. */
  redis_consoles_full: 429,
  /** A command runs or messages come in; one at a time. */
  redis_console_busy: 409,
  /** What was asked about belongs to a command before. */
  redis_console_over: 409,
  /** The connection was lost with its transaction; nothing of it goes on. */
  redis_console_state_lost: 409,
  /** The user stopped waiting: it may have happened. */
  redis_console_cancelled: 409,
  /** A transaction of a cluster would be spread over its nodes. */
  redis_console_cluster: 422,
  /** What was confirmed was another command, or too long ago. */
  redis_console_unconfirmed: 409,
  redis_bin_not_found: 404,
  redis_analysis_not_found: 404,
  redis_viewer_not_found: 404,
  /** Somebody else changed it since it was read. */
  redis_viewer_changed: 409,
  /** As many viewers, decoders or layouts as a line may have. */
  redis_viewers_full: 422,
  redis_decoder_not_found: 404,
  /** No module that may run here; `reason` says why. */
  redis_decoder_invalid: 422,
  redis_layout_not_found: 404,
  /** Somebody else changed it since it was read. */
  redis_layout_changed: 409,
  /** Another layout of the line has this name. */
  redis_layout_exists: 409,
  /** A line of it makes no sense; `reason` says which and why. */
  redis_layout_invalid: 422,
  redis_add_failed: 422,
  redis_edit_failed: 422,
  redis_delete_failed: 422,
})
