import { AppError } from '@qd/contract-kit'
import { openFrames } from '@qd/game-frame'
import type { FrameDescriptor } from '@qd/game-frame'
import { withoutSecrets } from '../../../contract/index.ts'
import type { FrameDirectionShown } from '../../../contract/index.ts'
import { withoutKey } from '../link/without-key.ts'
import type { MessageBook } from '../messages.ts'
import type { Timeline } from '../timeline/timeline.ts'

/** About as much as one answer carries. */
const PIECE_BYTES = 131_072

export interface SessionOf {
  timeline: Timeline
  book: MessageBook
  descriptor: FrameDescriptor
  title: string
  /** Of a server of the catalogue, or a capture of one: its frames may hold what proves a real player. */
  isOfServer: boolean
}

/** Whether this frame brings the key with which all that follows is made unreadable. */
function bringsKey({ cipher }: FrameDescriptor, direction: FrameDirectionShown, cmd: number): boolean {
  return cipher !== undefined && 'reply' in cipher.key && direction !== 'request' && cmd === cipher.key.reply
}

/** Null where the emptied body is none of this message: the number of 64 bits it had is text here. */
function encoded(book: MessageBook, message: string, value: unknown): Uint8Array | null {
  try {
    return book.encode(message, value)
  } catch (error) {
    if (error instanceof AppError) return null
    throw error
  }
}

/** The bytes of a frame without its secrets; null where they cannot be told apart from the rest. */
function cleanBytes(
  { timeline: { index }, book, descriptor, isOfServer }: SessionOf,
  n: number,
  bytes: Buffer,
): Uint8Array | null {
  const travelled = bytes.subarray(0, index.size[n])
  const direction = index.directionOf(n)
  if (direction === 'note') return travelled
  // Bytes nobody could cut may hold anything; that there was a fault is written beside them.
  if (direction === 'fault') return isOfServer ? null : travelled
  const [cmd, seq, status, at] = [index.cmd[n]!, index.seq[n]!, index.status[n]!, index.bodyAt[n]!]
  if (bringsKey(descriptor, direction, cmd)) return null
  const body = bytes.subarray(at, at + index.bodySize[n]!)
  const message = book.messageOf({ cmd, direction, status })
  const read = status === 0 ? book.decode(message, body) : book.decodeRefusal(body)
  // Nobody can tell what it holds: a token of a real player, say.
  if (read === undefined && isOfServer && body.length > 0) return null
  const { value, isChanged } = withoutSecrets(read)
  if (!isChanged) return travelled
  // With a cipher, the key that goes with these bytes is not ours to choose.
  if (descriptor.cipher !== undefined || status !== 0) return null
  const clean = encoded(book, message, value)
  if (clean === null) return null
  const side = direction === 'request' ? 'request' : 'reply'
  return openFrames(descriptor).encode(side, { cmd, seq, status, body: clean })
}

/** With it the file can be opened where nobody else knows its game any more. */
function headOf({ title, descriptor, book }: SessionOf): string {
  return JSON.stringify({ session: 1, title, layout: withoutKey(descriptor), definition: book.hash })
}

/** A piece of the session file from a frame on; its first line says what it is. Frames lose what proves somebody. */
export async function sessionPiece(
  of: SessionOf,
  from: number,
  /** Frames from this one on are left out. */
  to = of.timeline.index.length,
): Promise<{ text: string; next: number | null }> {
  const { timeline } = of
  const lines: string[] = []
  if (from === 0) lines.push(headOf(of))
  let size = 0
  let n = from
  for (; n < to && size < PIECE_BYTES; n += 1) {
    const { at, direction, fault, note, isPinned } = timeline.summary(n)
    const bytes = timeline.index.isLost(n) ? null : await timeline.bytesOf(n, 0, Number.MAX_SAFE_INTEGER)
    const clean = bytes === null ? null : cleanBytes(of, n, bytes)
    const hex = clean === null ? '' : Buffer.from(clean).toString('hex')
    const marks = { fault, note, ...(isPinned ? { pinned: true } : {}) }
    const line = JSON.stringify({ at, direction, ...(hex === '' ? { lost: true } : { hex }), ...marks })
    size += line.length
    lines.push(line)
  }
  const text = lines.map((line) => `${line}\n`).join('')
  return { text, next: n < to ? n : null }
}
