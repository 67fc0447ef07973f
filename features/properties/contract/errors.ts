import { defineErrors } from '@qd/contract-kit'

export const propertiesErrors = defineErrors({
  /** The line has a limit of this kind for the item. */
  limit_exists: 409,
  limit_not_found: 404,
  /** Somebody else changed it since it was read. */
  limit_changed: 409,
  /** As many limits as a line keeps. */
  limits_full: 422,
  /** The console has a value for the item. */
  value_exists: 409,
  value_not_found: 404,
  value_changed: 409,
  values_full: 422,
  gift_not_found: 404,
  gift_changed: 409,
  /** The line has a gift of this name. */
  gift_exists: 409,
  gifts_full: 422,
  /** An entry of a gift is wrong. */
  gift_invalid: 422,
  /** One key stands for one use. */
  use_key_taken: 409,
  /** Others give so much at this moment that nothing could be counted. */
  use_busy: 503,
})
