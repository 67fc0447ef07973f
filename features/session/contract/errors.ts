import { defineErrors } from '@qd/contract-kit'

export const sessionErrors = defineErrors({
  login_failed: 401,
  login_throttled: 429,
  login_get_disabled: 404,
  login_navigation_refused: 400,
  password_required: 400,
  password_too_short: 400,
  password_same: 400,
  password_common: 400,
  password_old_wrong: 400,
  setup_closed: 404,
  ticket_invalid: 401,
  username_invalid: 400,
  username_taken: 409,
  user_not_found: 404,
})
