import { hash } from 'node:crypto'
import type { FileUse } from '@qd/server-kit'
import { EXPORT_FILE_USE, TRANSFER_LIMITS, readRedis } from '../../contract/index.ts'

/** What export jobs write. */
export const EXPORT_FILES: FileUse = {
  name: EXPORT_FILE_USE,
  permission: readRedis,
  maxBytes: TRANSFER_LIMITS.exportBytes,
  keptMs: 86_400_000,
  isMade: true,
}

/** The file of a job: on whatever node the same, and another one where the line is not that of the job. */
export function exportFileId(jobId: string, lineId: string): string {
  const digest = hash('sha256', JSON.stringify([jobId, lineId]))
  return digest.slice(0, 32).replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5')
}
