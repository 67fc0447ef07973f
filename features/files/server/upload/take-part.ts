import { createHash } from 'node:crypto'
import type { Hash } from 'node:crypto'
import type { FileHandle } from 'node:fs/promises'
import { AppError, coreErrors } from '@qd/contract-kit'
import type { RouteInput, RouteReplyGiven } from '@qd/contract-kit'
import type { CallContext } from '@qd/server-kit'
import { PART_BYTES, filesErrors } from '../../contract/index.ts'
import type { filePart } from '../../contract/index.ts'
import type { FileRow } from '../file-tables.ts'
import type { UseCaseDeps } from '../files-deps.ts'
import { findFile, viewOf } from './find-file.ts'
import { mayUse } from './may-use.ts'
import { asWriter } from './one-writer.ts'
import type { Writer } from './one-writer.ts'
import { writePieces } from './write-pieces.ts'

const early = (received: number) =>
  new AppError(filesErrors.file_part_early, { field: 'offset', details: { received } })

interface Part {
  row: FileRow
  file: FileHandle
  writer: Writer
  /** Of the part, where it is compared. */
  hash: Hash | null
}

/** What the disk lost is asked for again; what it has beyond what was told, of a part that was cut, goes. */
async function putRight(row: FileRow, { file, writer }: Pick<Part, 'file' | 'writer'>): Promise<void> {
  const { size } = await file.stat()
  if (size > row.received) await file.truncate(row.received)
  if (size >= row.received) return
  await writer.leave({ received: size })
  throw early(size)
}

/** The disk keeps room for everything else, whoever fills it. */
export async function assertDisk({ folder, limits }: UseCaseDeps): Promise<void> {
  if ((await folder.freeBytes()) - PART_BYTES < limits.freeBytes) throw new AppError(coreErrors.storage_full)
}

/** Takes all of the part, or nothing of it. */
async function addPart(deps: UseCaseDeps, ctx: CallContext, part: Part, wanted?: string): Promise<FileRow> {
  const { row, writer, hash } = part
  const to = {
    ...part,
    from: row.received,
    most: row.size,
    tooLong: () => new AppError(filesErrors.file_part_long),
  }
  const written = await writePieces(deps, to, ctx.sentBytes.pieces())
  if (hash !== null && hash.digest('hex') !== wanted) throw new AppError(filesErrors.file_part_damaged)
  const received = row.received + written
  const expires_at = deps.nowMs() + deps.limits.stillMs
  await writer.leave({ received, expires_at })
  deps.folder.followPart(row.id, { from: row.received, to: received })
  return { ...row, received, expires_at }
}

export async function takePart(
  deps: UseCaseDeps,
  { query }: RouteInput<typeof filePart>,
  ctx: CallContext,
): Promise<RouteReplyGiven<typeof filePart>> {
  const row = await findFile(deps, ctx.caller, query.fileId)
  mayUse(deps, row.use_name, ctx.caller)
  // Sent twice: it is there.
  if (row.sha256 !== null || query.offset < row.received) return viewOf(row)
  if (query.offset > row.received) throw early(row.received)
  await deps.assertOneFolder()
  await assertDisk(deps)
  return asWriter(deps, row, async (writer) => {
    const file = await deps.folder.openPart(row.id)
    try {
      await putRight(row, { file, writer })
      const hash = query.sha256 === undefined ? null : createHash('sha256')
      return viewOf(await addPart(deps, ctx, { row, file, writer, hash }, query.sha256))
    } finally {
      await file.close()
    }
  })
}
