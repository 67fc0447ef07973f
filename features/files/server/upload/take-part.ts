import { createHash } from 'node:crypto'
import type { Hash } from 'node:crypto'
import type { FileHandle } from 'node:fs/promises'
import { AppError } from '@qd/contract-kit'
import type { RouteInput, RouteReplyGiven } from '@qd/contract-kit'
import type { CallContext } from '@qd/server-kit'
import { filesErrors } from '../../contract/index.ts'
import type { filePart } from '../../contract/index.ts'
import type { FileRow } from '../file-tables.ts'
import type { UseCaseDeps } from '../files-deps.ts'
import { diskFault } from '../folder/disk-fault.ts'
import { findFile, viewOf } from './find-file.ts'
import { becomeWriter } from './one-writer.ts'
import type { Writer } from './one-writer.ts'

const early = (received: number) =>
  new AppError(filesErrors.file_part_early, { field: 'offset', details: { received } })

interface Part {
  row: FileRow
  file: FileHandle
  writer: Writer
  /** Of everything before; null where this node does not know it. */
  hash: Hash | null
  /** Of the part alone, where it is compared. */
  own: Hash | null
}

/** Bytes written in one go: each write is a trip to a thread of its own. */
const AT_ONCE = 1_048_576

/** Pieces as they come, put together. */
async function* gathered(pieces: AsyncIterable<Buffer>): AsyncGenerator<Buffer, void> {
  let held: Buffer[] = []
  let bytes = 0
  for await (const piece of pieces) {
    held.push(piece)
    bytes += piece.length
    if (bytes < AT_ONCE) continue
    yield Buffer.concat(held, bytes)
    held = []
    bytes = 0
  }
  if (bytes > 0) yield Buffer.concat(held, bytes)
}

/** Writes the bytes as they come behind what is there; answers how many. */
async function writeBytes(deps: UseCaseDeps, ctx: CallContext, part: Part): Promise<number> {
  const { row, file, writer, hash, own } = part
  let written = 0
  let renewAtMs = deps.nowMs() + deps.limits.writerMs / 3
  for await (const piece of gathered(ctx.sentBytes.pieces())) {
    if (row.received + written + piece.length > row.size) throw new AppError(filesErrors.file_part_long)
    writer.assertAlive()
    await file.write(piece, 0, piece.length, row.received + written)
    hash?.update(piece)
    own?.update(piece)
    written += piece.length
    if (deps.nowMs() < renewAtMs) continue
    await writer.renew()
    renewAtMs = deps.nowMs() + deps.limits.writerMs / 3
  }
  return written
}

/** What the disk lost, or has beyond what was told, is put right before anything is added. */
async function putRight(
  deps: UseCaseDeps,
  row: FileRow,
  { file, writer }: Pick<Part, 'file' | 'writer'>,
): Promise<void> {
  const { size } = await file.stat()
  if (size > row.received) await file.truncate(row.received)
  if (size >= row.received) return
  deps.hashes.forget(row.id)
  await writer.leave({ received: size })
  throw early(size)
}

/** Unless somebody else writes there by now. */
async function takeBack({ row, file, writer }: Part): Promise<void> {
  try {
    await writer.renew()
    await file.truncate(row.received)
    await writer.leave({})
  } catch {
    // Replaced, or the store is away: the next writer puts the file right before it adds anything.
  }
}

/** Takes all of the part, or nothing of it. */
async function addPart(
  deps: UseCaseDeps,
  ctx: CallContext,
  part: Part,
  wanted: string | undefined,
): Promise<FileRow> {
  const { row, writer, hash, own } = part
  try {
    const written = await writeBytes(deps, ctx, part)
    if (own !== null && own.digest('hex') !== wanted) throw new AppError(filesErrors.file_part_damaged)
    const received = row.received + written
    const expires_at = deps.nowMs() + deps.limits.stillMs
    await writer.leave({ received, expires_at })
    if (hash !== null) deps.hashes.keep(row.id, hash, received)
    return { ...row, received, expires_at }
  } catch (error) {
    await takeBack(part)
    throw diskFault(error)
  }
}

export async function takePart(
  deps: UseCaseDeps,
  { query }: RouteInput<typeof filePart>,
  ctx: CallContext,
): Promise<RouteReplyGiven<typeof filePart>> {
  const row = await findFile(deps, ctx.caller, query.fileId)
  // Sent twice: it is there.
  if (row.sha256 !== null || query.offset < row.received) return viewOf(row)
  if (query.offset > row.received) throw early(row.received)
  await deps.assertOneFolder()
  const writer = await becomeWriter(deps, row)
  const file = await deps.folder.openPart(row.id)
  try {
    await putRight(deps, row, { file, writer })
    const own = query.sha256 === undefined ? null : createHash('sha256')
    const hash = deps.hashes.before(row.id, row.received)
    return viewOf(await addPart(deps, ctx, { row, file, writer, hash, own }, query.sha256))
  } finally {
    await file.close()
  }
}
