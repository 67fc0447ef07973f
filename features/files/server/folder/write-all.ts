import type { FileHandle } from 'node:fs/promises'

const lengthOf = (pieces: readonly Buffer[]): number => pieces.reduce((sum, { length }) => sum + length, 0)

/** What is left of the pieces behind their first bytes. */
function behind(pieces: readonly Buffer[], bytes: number): Buffer[] {
  let skip = bytes
  return pieces.flatMap((piece) => {
    const skipped = Math.min(skip, piece.length)
    skip -= skipped
    return skipped === piece.length ? [] : [piece.subarray(skipped)]
  })
}

/** Writes every byte of the pieces: a disk that is nearly full takes a part of them and says nothing. Throws `ENOSPC`. */
export async function writeAll(
  file: Pick<FileHandle, 'writev'>,
  pieces: readonly Buffer[],
  position: number,
): Promise<void> {
  let left = [...pieces]
  let at = position
  while (lengthOf(left) > 0) {
    const { bytesWritten } = await file.writev(left, at)
    if (bytesWritten === 0) throw Object.assign(new Error('the disk takes nothing more'), { code: 'ENOSPC' })
    left = behind(left, bytesWritten)
    at += bytesWritten
  }
}
