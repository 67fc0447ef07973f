import { AppError } from '@qd/contract-kit'
import type { Caller, FileUse, MadeFilesPort, MadePart } from '@qd/server-kit'
import type { AnyTx } from '@qd/store'
import type { Kysely } from 'kysely'
import { filesErrors } from '../../contract/index.ts'
import type { FileRow, FileTables } from '../file-tables.ts'
import type { UseCaseDeps } from '../files-deps.ts'
import { assertRoom, inMegabytes } from '../upload/begin-upload.ts'
import { asWriter } from '../upload/one-writer.ts'
import type { Writer } from '../upload/one-writer.ts'
import { assertDisk } from '../upload/take-part.ts'
import { writePieces } from '../upload/write-pieces.ts'

const notFound = () => new AppError(filesErrors.file_not_found, { field: 'fileId' })

async function* encoded(pieces: AsyncIterable<string>): AsyncGenerator<Buffer> {
  for await (const piece of pieces) yield Buffer.from(piece)
}

async function make(deps: UseCaseDeps, caller: Caller, { fileId, use, name }: MadePart): Promise<FileRow> {
  await assertRoom(deps, { caller }, 0)
  const nowMs = deps.nowMs()
  const row: FileRow = {
    id: fileId,
    use_name: use.name,
    name,
    size: 0,
    received: 0,
    sha256: null,
    owner_id: caller.userId,
    writer: null,
    writer_until: 0,
    is_rewritten: 0,
    created_at: nowMs,
    expires_at: nowMs + use.keptMs,
  }
  await deps.store.write((tx) => tx.insertInto('file').values(row).execute())
  return row
}

/** Its row, made with the first part. */
async function rowOf(deps: UseCaseDeps, caller: Caller, part: MadePart): Promise<FileRow> {
  const row = await deps.store.read
    .selectFrom('file')
    .selectAll()
    .where('id', '=', part.fileId)
    .executeTakeFirst()
  if (row === undefined) {
    if (!part.isFirst) throw notFound()
    return deps.oneAtATime(() => make(deps, caller, part))
  }
  const isOwn = row.owner_id === caller.userId && row.use_name === part.use.name
  if (!isOwn || row.expires_at <= deps.nowMs()) throw notFound()
  return row
}

/** Bytes the file may still grow to: all files of one person together have a limit, too. */
async function mostOf({ store, limits, nowMs }: UseCaseDeps, row: FileRow, use: FileUse): Promise<number> {
  const own = await store.read
    .selectFrom('file')
    .select('size')
    .where('owner_id', '=', row.owner_id)
    .where('id', '!=', row.id)
    .where('expires_at', '>', nowMs())
    .execute()
  const held = own.reduce((sum, { size }) => sum + Number(size), 0)
  return Math.max(0, Math.min(use.maxBytes, limits.bytesOfPerson - held))
}

/** Adds the part to what is on disk; answers where it ends, and the hash of all where it is the last. */
async function add(
  deps: UseCaseDeps,
  { row, part, writer }: { row: FileRow; part: MadePart; writer: Writer },
): Promise<{ end: number; sha256: string | null }> {
  const file = await deps.folder.openPart(row.id)
  let end = row.received
  try {
    const { size } = await file.stat()
    if (size < row.received) throw new AppError(filesErrors.file_damaged)
    await file.truncate(row.received)
    const most = await mostOf(deps, row, part.use)
    const tooLong = () => new AppError(filesErrors.file_too_large, { params: { limit: inMegabytes(most) } })
    const to = { file, writer, from: row.received, most, tooLong, hash: null }
    end += await writePieces(deps, to, encoded(part.pieces))
    await file.sync()
  } finally {
    await file.close()
  }
  if (!part.isLast) return { end, sha256: null }
  const alive = setInterval(() => void writer.renew().catch(() => {}), deps.limits.writerMs / 3)
  try {
    const sha256 = await deps.folder.hashPart(row.id, { size: end, isFollowed: false })
    writer.assertAlive()
    await deps.folder.keep(row.id, sha256)
    return { end, sha256 }
  } finally {
    clearInterval(alive)
  }
}

/** Writes a part of a file of the console's own; see `MadeFilesPort`. */
export async function writeMade(
  deps: UseCaseDeps,
  caller: Caller,
  part: MadePart,
): ReturnType<MadeFilesPort['write']> {
  await deps.assertOneFolder()
  const row = await rowOf(deps, caller, part)
  if (row.sha256 !== null) return null
  await assertDisk(deps)
  const { end, sha256 } = await asWriter(deps, row, async (writer) => {
    const added = await add(deps, { row, part, writer })
    await writer.leave({})
    return added
  })
  return {
    async commit(tx: AnyTx) {
      const db: Kysely<FileTables> = tx
      const { numUpdatedRows } = await db
        .updateTable('file')
        .set({ received: end, size: end, sha256, expires_at: deps.nowMs() + part.use.keptMs })
        .where('id', '=', row.id)
        .where('received', '=', row.received)
        .where('sha256', 'is', null)
        .executeTakeFirst()
      // Deleted meanwhile.
      if (numUpdatedRows === 0n) throw notFound()
    },
  }
}
