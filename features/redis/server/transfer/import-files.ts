import type { FileUse } from '@qd/server-kit'
import { IMPORT_FILE_USE, TRANSFER_LIMITS, editRedis } from '../../contract/index.ts'

/** What files of keys are sent for. */
export const IMPORT_FILES: FileUse = {
  name: IMPORT_FILE_USE,
  permission: editRedis,
  maxBytes: TRANSFER_LIMITS.fileBytes,
  keptMs: 86_400_000,
}
