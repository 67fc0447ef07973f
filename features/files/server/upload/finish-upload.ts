import { AppError } from '@qd/contract-kit'
import type { RouteInput, RouteReplyGiven } from '@qd/contract-kit'
import type { CallContext } from '@qd/server-kit'
import { filesErrors } from '../../contract/index.ts'
import type { fileFinish } from '../../contract/index.ts'
import type { FileRow, FileTables } from '../file-tables.ts'
import type { UseCaseDeps } from '../files-deps.ts'
import { findFile, viewOf } from './find-file.ts'
import { mayUse } from './may-use.ts'
import { asWriter } from './one-writer.ts'
import type { Writer } from './one-writer.ts'

/** Of what lies on disk, whoever wrote it: the name of a content is its hash and nothing else. */
async function hashOf({ folder, limits }: UseCaseDeps, row: FileRow, writer: Writer): Promise<string> {
  // A writer who was replaced is refused when the hash is written, so that a failure here needs no answer of its own.
  const alive = setInterval(() => void writer.renew().catch(() => {}), limits.writerMs / 3)
  try {
    return await folder.hashPart(row.id, { size: row.size, isFollowed: await writer.isFollowed() })
  } finally {
    clearInterval(alive)
  }
}

const incomplete = (received: number) => new AppError(filesErrors.file_incomplete, { details: { received } })

async function contentOf(deps: UseCaseDeps, row: FileRow, writer: Writer, wanted?: string): Promise<string> {
  const size = await deps.folder.partBytes(row.id)
  if (size !== row.size) {
    const received = Math.min(size, row.received)
    await writer.leave({ received })
    throw incomplete(received)
  }
  const [sha256] = await Promise.all([hashOf(deps, row, writer), deps.folder.flushPart(row.id)])
  if (wanted === undefined || wanted === sha256) return sha256
  // Nobody can say which part is wrong: it begins anew.
  await deps.folder.dropPart(row.id)
  await writer.leave({ received: 0 })
  throw new AppError(filesErrors.file_damaged)
}

export async function finishUpload(
  deps: UseCaseDeps,
  { body }: RouteInput<typeof fileFinish>,
  ctx: CallContext,
): Promise<RouteReplyGiven<typeof fileFinish>> {
  const row = await findFile(deps, ctx.caller, body.fileId)
  if (row.sha256 !== null) return viewOf(row)
  if (row.received !== row.size) throw incomplete(row.received)
  await deps.assertOneFolder()
  const expires_at = deps.nowMs() + mayUse(deps, row.use_name, ctx.caller).keptMs
  return asWriter(deps, row, async (writer) => {
    const sha256 = await contentOf(deps, row, writer, body.sha256)
    await deps.folder.keep(row.id, sha256)
    await ctx.commit<FileTables, void>(async (tx) => {
      ctx.note({ use: row.use_name, name: row.name, size: row.size, sha256 })
      const { numUpdatedRows } = await tx
        .updateTable('file')
        .set({ sha256, writer: null, expires_at })
        .where('id', '=', row.id)
        .where('writer', '=', writer.token)
        .executeTakeFirst()
      // Discarded, or taken over by another writer, in the meantime.
      if (numUpdatedRows === 0n) throw new AppError(filesErrors.file_not_found, { field: 'fileId' })
    })
    // The clean-up may have taken the same content away as nobody's, just before it became ours.
    if (!(await deps.folder.hasContent(sha256))) await deps.folder.keep(row.id, sha256)
    await deps.folder.dropPart(row.id)
    return viewOf({ ...row, sha256, expires_at })
  })
}
