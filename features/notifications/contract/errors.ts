import { defineErrors } from '@qd/contract-kit'

export const notificationErrors = defineErrors({
  notification_kind_unknown: 400,
  webhook_address_invalid: 400,
  webhook_kind_forbidden: 403,
  webhook_place_forbidden: 403,
  webhook_network_forbidden: 403,
  webhook_place_unknown: 400,
  webhook_not_found: 404,
  webhook_changed: 409,
  webhook_limit_reached: 409,
  /** No mail server in the settings, or it does not take the mail now. */
  mail_off: 409,
  mail_not_sent: 503,
  mail_code_wrong: 400,
  mail_code_too_often: 429,
})
