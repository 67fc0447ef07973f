import type { RouteInput } from '@qd/contract-kit'
import type { CallContext } from '@qd/server-kit'
import type { fileDiscard } from '../../contract/index.ts'
import type { FileTables } from '../file-tables.ts'
import type { UseCaseDeps } from '../files-deps.ts'
import { dropUnneeded } from '../sweep-files.ts'
import { findFile } from './find-file.ts'

/** What it takes on disk is free at once, unless another file has the same content. */
export async function discardFile(
  deps: UseCaseDeps,
  { body }: RouteInput<typeof fileDiscard>,
  ctx: CallContext,
): Promise<Record<string, never>> {
  const row = await findFile(deps, ctx.caller, body.fileId)
  await ctx.commit<FileTables, void>(async (tx) => {
    ctx.note({ use: row.use_name, name: row.name, size: row.size })
    await tx.deleteFrom('file').where('id', '=', row.id).execute()
  })
  await deps.folder.dropPart(row.id)
  if (row.sha256 !== null) await dropUnneeded(deps, row.sha256)
  return {}
}
