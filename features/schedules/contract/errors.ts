import { defineErrors } from '@qd/contract-kit'

export const schedulesErrors = defineErrors({
  schedule_not_found: 404,
  /** It was approved as it is: it runs at no other times. */
  schedule_approved: 409,
  /** It was made before a policy asked for the approval of such a one. */
  schedule_needs_approval: 409,
  /** Somebody changed it meanwhile. */
  schedule_changed: 409,
  schedule_wrong_state: 409,
  /** A run of it has not ended, and its rule lets only one run at a time. */
  schedule_running: 409,
  /** More than enough entries of the caller. */
  schedules_full: 429,
  /** A cron expression nobody can read. */
  schedule_cron_invalid: 422,
  schedule_zone_unknown: 422,
  /** The rule has no time that is still to come. */
  schedule_never_due: 422,
  /** Two runs at once are not allowed for this kind. */
  schedule_no_overlap: 422,
})
