import type { FileHandle } from 'node:fs/promises'

/** Writes every byte: a disk that is nearly full takes a part of them and says nothing. Throws `ENOSPC`. */
export async function writeAll(
  file: Pick<FileHandle, 'write'>,
  bytes: Buffer,
  position: number,
): Promise<void> {
  let done = 0
  while (done < bytes.length) {
    const { bytesWritten } = await file.write(bytes, done, bytes.length - done, position + done)
    if (bytesWritten === 0) throw Object.assign(new Error('the disk takes nothing more'), { code: 'ENOSPC' })
    done += bytesWritten
  }
}
