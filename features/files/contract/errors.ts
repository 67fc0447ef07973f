import { defineErrors } from '@qd/contract-kit'

export const filesErrors = defineErrors({
  /** Also a file of somebody else, and one that was kept long enough. */
  file_not_found: 404,
  /** The file is known and its bytes are not where files are kept, as after a restore without them. */
  file_content_missing: 404,
  file_use_unknown: 400,
  file_too_large: 413,
  /** Too many uploads, or too many bytes, of one person. */
  file_quota: 429,
  /** `details.received`: where the upload goes on. */
  file_part_early: 409,
  file_part_busy: 409,
  file_part_long: 400,
  file_part_damaged: 422,
  /** A line that is a file of its own. */
  file_line_long: 413,
  file_incomplete: 409,
  file_damaged: 422,
  /** Two nodes run, and each has a folder of its own. */
  file_folder_apart: 503,
})
