import { AppError } from '@qd/contract-kit'
import type { RouteReply } from '@qd/contract-kit'
import type { Caller } from '@qd/server-kit'
import { filesErrors } from '../../contract/index.ts'
import type { fileGet } from '../../contract/index.ts'
import type { FileRow } from '../file-tables.ts'
import type { UseCaseDeps } from '../files-deps.ts'
import { isOwnFile } from './may-use.ts'

export type FileView = RouteReply<typeof fileGet>

/** A file of the caller's own. Throws `file_not_found` for all others alike. */
export async function findFile(
  deps: Pick<UseCaseDeps, 'store' | 'nowMs' | 'uses'>,
  caller: Caller,
  fileId: string,
): Promise<FileRow> {
  const row = await deps.store.read
    .selectFrom('file')
    .selectAll()
    .where('id', '=', fileId)
    .where('owner_id', '=', caller.userId)
    .where('expires_at', '>', deps.nowMs())
    .executeTakeFirst()
  if (row === undefined || !isOwnFile(deps, row, caller))
    throw new AppError(filesErrors.file_not_found, { field: 'fileId' })
  return row
}

export function viewOf(row: FileRow): FileView {
  return {
    fileId: row.id,
    use: row.use_name,
    name: row.name,
    size: row.size,
    received: row.received,
    isDone: row.sha256 !== null,
    sha256: row.sha256,
    expiresAt: row.expires_at,
  }
}
