import { defineErrors } from '@qd/contract-kit'

export const codesErrors = defineErrors({
  code_batch_not_found: 404,
  /** Somebody changed it meanwhile. */
  code_batch_changed: 409,
  code_batch_wrong_state: 409,
  /** A request for approval of it is open. */
  code_batch_in_approval: 409,
  /** Another batch has this word. */
  code_word_taken: 409,
  /** So short that somebody could guess one. */
  code_too_short: 422,
  /** A server of the line has no such item. */
  code_gift_unknown: 422,
  /** More than an upper limit of the line allows. */
  code_gift_over_limit: 422,
  code_not_found: 404,
  /** Fetched before; the codes are nowhere any more. */
  code_export_gone: 410,
  /** Somebody fetches codes of "export once" at this moment. */
  code_export_running: 409,
  /** Not this link, or its time is over. */
  code_link_invalid: 403,
})
