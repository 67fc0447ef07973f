import type { Hash } from 'node:crypto'
import type { FileHandle } from 'node:fs/promises'
import type { AppError } from '@qd/contract-kit'
import type { UseCaseDeps } from '../files-deps.ts'
import { writeAll } from '../folder/write-all.ts'
import type { Writer } from './one-writer.ts'

/** Bytes written in one go: each write is a trip to a thread of its own. */
const AT_ONCE = 1_048_576

interface Gathered {
  pieces: Buffer[]
  length: number
}

/** Pieces as they come, put together. */
async function* gathered(pieces: AsyncIterable<Buffer>): AsyncGenerator<Gathered, void> {
  let held: Gathered = { pieces: [], length: 0 }
  for await (const piece of pieces) {
    held.pieces.push(piece)
    held.length += piece.length
    if (held.length < AT_ONCE) continue
    yield held
    held = { pieces: [], length: 0 }
  }
  if (held.length > 0) yield held
}

export interface Writing {
  readonly file: FileHandle
  readonly writer: Writer
  /** Where the pieces begin. */
  readonly from: number
  /** Bytes the file may have with them, and what a longer one is refused with. */
  readonly most: number
  tooLong(): AppError
  /** Of the pieces, where they are compared. */
  readonly hash: Hash | null
}

/** Writes the bytes as they come behind what is there, the last ones while further ones come; answers how many. */
export async function writePieces(
  deps: Pick<UseCaseDeps, 'nowMs' | 'limits'>,
  { file, writer, from, most, tooLong, hash }: Writing,
  bytes: AsyncIterable<Buffer>,
): Promise<number> {
  let written = 0
  let renewAtMs = deps.nowMs() + deps.limits.writerMs / 3
  let writing: Promise<void> = Promise.resolve()
  try {
    for await (const { pieces, length } of gathered(bytes)) {
      if (from + written + length > most) throw tooLong()
      for (const piece of pieces) hash?.update(piece)
      await writing
      writer.assertAlive()
      writing = writeAll(file, pieces, from + written)
      // Met where it is waited for.
      writing.catch(() => {})
      written += length
      if (deps.nowMs() < renewAtMs) continue
      await writer.renew()
      renewAtMs = deps.nowMs() + deps.limits.writerMs / 3
    }
    await writing
    return written
  } finally {
    // Nobody else writes before this has come to its end.
    await writing.catch(() => {})
  }
}
