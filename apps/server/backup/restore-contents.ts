import { createHash } from 'node:crypto'
import type { Hash } from 'node:crypto'
import { writeContent } from '@qd/files/server'
import { readArchive } from './archive-file.ts'
import { BackupError } from './archive-lines.ts'
import type { ArchiveLine } from './archive-lines.ts'

const damaged = (content: string) =>
  new BackupError(`The backup is damaged: the file ${content} is not what it was.`)

/** Watches the contents of an archive go by: throws when one that is said to be whole has other bytes than its name says. */
export function createContentCheck(): (line: ArchiveLine) => void {
  let current: { content: string; hash: Hash } | null = null
  return (line) => {
    if (!('content' in line)) return
    if (current !== null && current.content !== line.content) throw damaged(current.content)
    current ??= { content: line.content, hash: createHash('sha256') }
    if ('piece' in line) {
      current.hash.update(Buffer.from(line.piece, 'base64'))
      return
    }
    if (line.state === 'whole' && current.hash.digest('hex') !== line.content) throw damaged(line.content)
    current = null
  }
}

/** Puts the contents of an archive into the folder of files; gives how many. Those that were not whole are left out. */
export async function restoreContents(from: string, filesDir: string): Promise<number> {
  const lines = readArchive(from)
  let restored = 0
  try {
    for (let next = await lines.next(); next.done !== true; next = await lines.next()) {
      const first = next.value
      if (!('content' in first) || !('piece' in first)) {
        // An empty file has no pieces.
        if ('content' in first && first.state === 'whole') {
          await writeContent(filesDir, first.content, noPieces())
          restored += 1
        }
        continue
      }
      if (await writeContent(filesDir, first.content, piecesFrom(first, lines))) restored += 1
    }
  } finally {
    await lines.return(undefined)
  }
  return restored
}

async function* noPieces(): AsyncGenerator<Buffer> {}

/** The pieces of one content, up to and with the line that says how it was found. */
async function* piecesFrom(
  first: { content: string; piece: string },
  lines: AsyncGenerator<ArchiveLine>,
): AsyncGenerator<Buffer> {
  yield Buffer.from(first.piece, 'base64')
  for (;;) {
    const { value: line, done } = await lines.next()
    if (done === true || !('content' in line) || line.content !== first.content) throw damaged(first.content)
    if (!('piece' in line)) return
    yield Buffer.from(line.piece, 'base64')
  }
}
