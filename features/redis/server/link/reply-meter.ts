import { AppError } from '@qd/contract-kit'
import { redisErrors } from '../../contract/index.ts'

/** Bytes of one reply. The pages of the console stay far below; typed commands and jobs can ask for anything. */
export const REPLY_BYTES_MAX = 64 * 1_048_576
/** Bytes of the replies to commands that were sent at once: all of them are held until the last one is there. */
export const BATCH_BYTES_MAX = 128 * 1_048_576

/**
 * Lines of RESP in them. A value takes about 200 bytes here however short it is, and has two lines: 64 MiB of tiny ones
 * would be gigabytes.
 */
export const BATCH_LINES_MAX = 4_000_000

export const replyTooLarge = (limitBytes: number): AppError =>
  new AppError(redisErrors.redis_reply_too_large, { params: { limitMb: limitBytes / 1_048_576 } })

/** Commands sent in one turn. */
interface Batch {
  bytes: number
  lines: number
}

/** A reply that is waited for. */
export interface DueReply {
  readonly batch: Batch
}

const [RETURN, FEED] = [0x0d, 0x0a]

function linesIn(chunk: Buffer): number {
  let lines = 0
  for (let at = 1; at < chunk.length; at += 1) if (chunk[at] === FEED && chunk[at - 1] === RETURN) lines += 1
  return lines
}

/**
 * Counts the bytes of replies as they come, so that none is held that is larger than the console can bear. A chunk counts
 * for the reply it leaves open: the count is exact to one chunk of the socket.
 */
export class ReplyMeter {
  readonly #due: DueReply[] = []
  #bytes = 0
  /** Bytes nobody asked for, since the last whole message. */
  #unasked = 0
  #batch: Batch | null = null
  /** The reply that was too large; the connection ends with it. */
  tooLarge: DueReply | null = null
  /** Of the limit that was passed. */
  limitBytes = REPLY_BYTES_MAX

  /** Before a command is sent; replies come in the order of the calls. */
  begin(): DueReply {
    if (this.#batch === null) {
      this.#batch = { bytes: 0, lines: 0 }
      queueMicrotask(() => {
        this.#batch = null
      })
    }
    const due = { batch: this.#batch }
    this.#due.push(due)
    return due
  }

  /** A reply is whole, or never will be. */
  settle(due: DueReply): void {
    const at = this.#due.indexOf(due)
    if (at >= 0) this.#due.splice(at, 1)
    if (at === 0) this.#bytes = 0
    this.#unasked = 0
  }

  /** A message nobody asked for is whole. */
  told(): void {
    this.#unasked = 0
  }

  /** Bytes have come and were read; true when the reply or the message they belong to grew too large. */
  heard(chunk: Buffer): boolean {
    const [first] = this.#due
    if (this.tooLarge !== null) return false
    if (first === undefined) {
      this.#unasked += chunk.length
      return this.#unasked > REPLY_BYTES_MAX
    }
    const { batch } = first
    this.#bytes += chunk.length
    batch.bytes += chunk.length
    batch.lines += linesIn(chunk)
    const isOne = this.#bytes > REPLY_BYTES_MAX || batch.lines > BATCH_LINES_MAX
    if (!isOne && batch.bytes <= BATCH_BYTES_MAX) return false
    this.limitBytes = isOne ? REPLY_BYTES_MAX : BATCH_BYTES_MAX
    this.tooLarge = first
    return true
  }
}
