import { AppError } from '@qd/contract-kit'
import { decodeText, splitLines } from '@qd/server-kit'
import type { Caller, FileUse, StoredFile } from '@qd/server-kit'
import { filesErrors } from '../contract/index.ts'
import type { UseCaseDeps } from './files-deps.ts'
import { findFile } from './upload/find-file.ts'

/** Longest line, characters: what has no line breaks is no list, and would be held in memory as a whole. */
const LINE_CHARACTERS = 1_048_576

function refuseLongLine(characters: number): void {
  if (characters <= LINE_CHARACTERS) return
  throw new AppError(filesErrors.file_line_long, { params: { limit: LINE_CHARACTERS } })
}

/** A finished file of the caller's own, sent for this use. */
export async function openFile(
  deps: UseCaseDeps,
  caller: Caller,
  asked: { fileId: string; use: FileUse },
): Promise<StoredFile> {
  const row = await findFile(deps, caller, asked.fileId)
  if (row.use_name !== asked.use.name) throw new AppError(filesErrors.file_not_found, { field: 'fileId' })
  const { sha256, size } = row
  if (sha256 === null)
    throw new AppError(filesErrors.file_incomplete, { details: { received: row.received } })
  const pieces: StoredFile['pieces'] = (range = { from: 0, to: size }) => deps.folder.read(sha256, range)
  const lines = () => deps.readings.counted(caller.userId, splitLines(decodeText(pieces()), refuseLongLine))
  return { id: row.id, name: row.name, size, sha256, pieces, lines }
}
