import { defineErrors } from '@qd/contract-kit'

export const mailErrors = defineErrors({
  mail_not_found: 404,
  /** Somebody saved it meanwhile. */
  mail_changed: 409,
  /** It was released, so that nothing of it changes any more. */
  mail_not_draft: 409,
  /** A request for approval of it is open: whoever changes it says that they withdraw that. */
  mail_in_approval: 409,
  /** A check failed; `details.checks` says which. */
  mail_check_failed: 422,
  /** A file of recipients or texts is refused as a whole; `params` say why and in which line. */
  mail_file_refused: 422,
  /** The columns named are not those of the file, or none tells the players. */
  mail_columns_wrong: 422,
  mail_too_many_players: 413,
  mail_no_players: 422,
  /** A player, account or gift of the call is not right; `field` says which. */
  mail_entry_wrong: 422,
  mail_no_test_account: 422,
  mail_not_sent: 409,
  /** No player is left for whom sending again could help. */
  mail_nothing_failed: 409,
  /** The stored recipients are not those that were released. */
  mail_recipients_changed: 409,
})
