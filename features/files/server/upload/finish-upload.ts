import { createHash } from 'node:crypto'
import { AppError } from '@qd/contract-kit'
import type { RouteInput, RouteReplyGiven } from '@qd/contract-kit'
import type { CallContext } from '@qd/server-kit'
import { filesErrors } from '../../contract/index.ts'
import type { fileFinish } from '../../contract/index.ts'
import type { FileRow, FileTables } from '../file-tables.ts'
import type { UseCaseDeps } from '../files-deps.ts'
import { findFile, viewOf } from './find-file.ts'
import { becomeWriter } from './one-writer.ts'
import type { Writer } from './one-writer.ts'

/** Longer than any clean-up asks whether a content is needed. */
const FOREVER_MS = 8_640_000_000_000

/** Reads it again where parts came to other nodes, or before this one started. */
async function hashOf(
  { hashes, folder }: UseCaseDeps,
  { id, size }: FileRow,
  writer: Writer,
): Promise<string> {
  const running = hashes.before(id, size)
  if (running !== null) return running.digest('hex')
  const hash = createHash('sha256')
  let sinceRenewed = 0
  for await (const piece of folder.readPart(id)) {
    hash.update(piece)
    sinceRenewed += piece.length
    if (sinceRenewed < 256 * 1_048_576) continue
    await writer.renew()
    sinceRenewed = 0
  }
  return hash.digest('hex')
}

/** Everything is on disk, whatever happens to the machine. */
async function flush({ folder }: UseCaseDeps, fileId: string): Promise<void> {
  const file = await folder.openPart(fileId)
  try {
    await file.sync()
  } finally {
    await file.close()
  }
}

const incomplete = (received: number) => new AppError(filesErrors.file_incomplete, { details: { received } })

async function contentOf(
  deps: UseCaseDeps,
  row: FileRow,
  { writer, wanted }: { writer: Writer; wanted: string | undefined },
) {
  await flush(deps, row.id)
  const size = await deps.folder.partSize(row.id)
  if (size !== row.size) {
    deps.hashes.forget(row.id)
    await writer.leave({ received: Math.min(size, row.received) })
    throw incomplete(Math.min(size, row.received))
  }
  const sha256 = await hashOf(deps, row, writer)
  if (wanted === undefined || wanted === sha256) return sha256
  // Nobody can say which part is wrong: it begins anew.
  deps.hashes.forget(row.id)
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
  const use = deps.uses().find(({ name }) => name === row.use_name)
  if (use === undefined)
    throw new AppError(filesErrors.file_use_unknown, { field: 'use', params: { use: row.use_name } })
  const writer = await becomeWriter(deps, row)
  let sha256: string
  try {
    sha256 = await contentOf(deps, row, { writer, wanted: body.sha256 })
    await deps.folder.keep(row.id, sha256)
  } catch (error) {
    await writer.leave({}).catch(() => {})
    throw error
  }
  const done: FileRow = {
    ...row,
    sha256,
    writer: null,
    expires_at: deps.nowMs() + Math.min(use.keptMs, FOREVER_MS),
  }
  await ctx.commit<FileTables, void>(async (tx) => {
    ctx.note({ use: row.use_name, name: row.name, size: row.size, sha256 })
    await tx
      .updateTable('file')
      .set({ sha256, writer: null, expires_at: done.expires_at })
      .where('id', '=', row.id)
      .execute()
  })
  // The clean-up may have taken the same content away as nobody's, just before it became ours.
  if (!(await deps.folder.hasContent(sha256))) await deps.folder.keep(row.id, sha256)
  deps.hashes.forget(row.id)
  await deps.folder.dropPart(row.id)
  return viewOf(done)
}
