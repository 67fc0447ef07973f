import { saveFile } from '@qd/web-base'
import { CAPTURE_PIECE } from '../../contract/index.ts'
import { askConnection, useConnections } from './connection-store.ts'

/** Largest capture that is read; its text passes the page once. */
export const CAPTURE_BYTES = 100 * 1024 * 1024

/** The files captures were read from, for another look with another layout. */
const files = new Map<string, File>()

useConnections.subscribe(({ list }) => {
  for (const key of files.keys()) if (!list.some((each) => each.key === key)) files.delete(key)
})

/** The file of a capture; undefined for one of another page or of the server. */
export function captureFile(connection: string): File | undefined {
  return files.get(connection)
}

/** Fills a time line from a file, piece by piece in order. */
export async function loadCapture(connection: string, file: File): Promise<void> {
  files.set(connection, file)
  const text = await file.text()
  for (let from = 0; ; from += CAPTURE_PIECE) {
    const isLast = from + CAPTURE_PIECE >= text.length
    await askConnection(connection, 'load', { text: text.slice(from, from + CAPTURE_PIECE), isLast })
    if (isLast) return
  }
}

/** Saves the time line as a file that opens again; what proves somebody is taken out by the server. */
export async function saveSession(connection: string, name: string): Promise<void> {
  const pieces: string[] = []
  for (let from: number | null = 0; from !== null;) {
    const piece: { text: string; next: number | null } = await askConnection(connection, 'session', { from })
    pieces.push(piece.text)
    from = piece.next
  }
  saveFile(`${name}.ndjson`, pieces.join(''))
}
