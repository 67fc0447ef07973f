import type { RouteInput } from '@qd/contract-kit'
import type { CallContext } from '@qd/server-kit'
import type { fileDiscard } from '../../contract/index.ts'
import type { FileTables } from '../file-tables.ts'
import type { UseCaseDeps } from '../files-deps.ts'
import { findFile } from './find-file.ts'

/** The clean-up takes the content away, unless another file has the same one. */
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
  deps.hashes.forget(row.id)
  await deps.folder.dropPart(row.id)
  return {}
}
