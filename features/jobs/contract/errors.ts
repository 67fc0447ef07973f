import { defineErrors } from '@qd/contract-kit'

export const jobsErrors = defineErrors({
  job_not_found: 404,
  /** More than enough of the caller's jobs have not ended. */
  job_too_many_open: 429,
  job_wrong_state: 409,
  job_kind_gone: 409,
  job_nothing_to_retry: 409,
  job_without_rows: 400,
  /** At one of the places of its rows the caller may not do this. */
  job_place_forbidden: 403,
})
