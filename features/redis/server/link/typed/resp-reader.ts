import { refusal } from '../link-errors.ts'
import type { Reply } from '../redis-link.ts'
import { REPLY_BYTES_MAX } from '../reply-meter.ts'
import { typed } from './reply-types.ts'
import type { ReplyType } from './reply-types.ts'

/** A list that is still being read. */
interface Open {
  readonly kind: string
  readonly items: (Reply | Error)[]
  left: number
}

export interface RespListener {
  onReply: (reply: Reply | Error) => void
  /** Sent without being asked for (`>` of RESP3). */
  onPush: (push: readonly (Reply | Error)[]) => void
}

const LISTS: Readonly<Record<string, ReplyType>> = { '*': 'array', '%': 'map', '~': 'set' }
const SCALARS: Readonly<Record<string, ReplyType>> = {
  '+': 'status',
  ',': 'double',
  '#': 'boolean',
  '(': 'bignum',
}
/** Deeper lists come from no Redis. */
const DEPTH_MAX = 256
const NEW_LINE = Buffer.from('\r\n')
const LINE_FEED = 0x0a
/** Bytes of one reply or message; what is asked for ends before, by `REPLY_BYTES_MAX`. */
const REPLY_BYTES = REPLY_BYTES_MAX + 16 * 1_048_576
/** Values in one reply: each takes about 200 bytes here, whatever it takes on the way. */
const VALUES_MAX = 1_000_000

/** More than the console can hold: a reply, a message nobody asked for, or a server that never ends one. */
export class ReplyTooLarge extends Error {}

/** Reads RESP2 and RESP3 as bytes come in (https://redis.io/docs/latest/develop/reference/protocol-spec). */
export class RespReader {
  readonly #listener: RespListener
  #chunks: Buffer[] = []
  #held = 0
  /** Bytes without which nothing more can be read. */
  #need = 1
  /** Only the end of a line is missing: looked for in what comes, not in all that is held. */
  #isInLine = false
  /** Of the reply that is being read. */
  #bytes = 0
  #values = 0
  readonly #open: Open[] = []

  constructor(listener: RespListener) {
    this.#listener = listener
  }

  /** Throws where the bytes are no RESP, for nothing behind it can be trusted; `ReplyTooLarge` where they are too many. */
  push(chunk: Buffer): void {
    this.#chunks.push(chunk)
    this.#held += chunk.length
    this.#bytes += chunk.length
    if (this.#bytes > REPLY_BYTES) throw new ReplyTooLarge()
    if (this.#isInLine && !chunk.includes(LINE_FEED)) return
    // A long value comes in many chunks: put together once, when it is whole.
    if (this.#held < this.#need) return
    const bytes = this.#chunks.length === 1 ? chunk : Buffer.concat(this.#chunks, this.#held)
    const rest = bytes.subarray(this.#readAll(bytes))
    this.#chunks = rest.length === 0 ? [] : [rest]
    this.#held = rest.length
  }

  #readAll(bytes: Buffer): number {
    let at = 0
    for (;;) {
      const next = this.#readOne(bytes, at)
      if (typeof next !== 'number') {
        this.#need = next.need
        return at
      }
      at = next
    }
  }

  /** Where the next element begins, or how many bytes from here it takes. */
  #readOne(bytes: Buffer, at: number): number | { need: number } {
    const end = bytes.indexOf(NEW_LINE, at)
    this.#isInLine = end === -1
    if (end === -1) return { need: bytes.length - at + 1 }
    const kind = String.fromCodePoint(bytes[at]!)
    const head = bytes.subarray(at + 1, end)
    const behind = end + 2
    if (kind === '$' || kind === '=' || kind === '!') {
      const length = countOf(head)
      if (length === -1) this.#put(null)
      else {
        if (bytes.length < behind + length + 2) return { need: behind + length + 2 - at }
        // A copy: a view would hold the whole chunk.
        this.#put(blobOf(kind, Buffer.from(bytes.subarray(behind, behind + length))))
        return behind + length + 2
      }
    } else if (kind in LISTS || kind === '>' || kind === '|') this.#begin(kind, countOf(head))
    else if (kind === ':') this.#put(head.toString())
    else if (kind === '_') this.#put(null)
    else if (kind === '-') this.#put(refusal(head.toString()))
    else if (kind in SCALARS) this.#put(typed(Buffer.from(head), SCALARS[kind]!))
    else throw new Error(`no RESP: type ${JSON.stringify(kind)}`)
    return behind
  }

  #begin(kind: string, count: number): void {
    if (count === -1) return this.#put(null)
    if (this.#open.length >= DEPTH_MAX) throw new Error('no RESP: too deep')
    const isPairs = kind === '%' || kind === '|'
    this.#open.push({ kind, items: [], left: isPairs ? count * 2 : count })
    this.#closeFull()
  }

  #put(reply: Reply | Error): void {
    const list = this.#open.at(-1)
    if (list === undefined) {
      this.#isWhole()
      return this.#listener.onReply(reply)
    }
    this.#values += 1
    if (this.#values > VALUES_MAX) throw new ReplyTooLarge()
    list.items.push(reply)
    list.left -= 1
    this.#closeFull()
  }

  #isWhole(): void {
    this.#bytes = 0
    this.#values = 0
  }

  #closeFull(): void {
    const list = this.#open.at(-1)
    if (list === undefined || list.left > 0) return
    this.#open.pop()
    // Attributes say something of the reply behind them that nobody asked for.
    if (list.kind === '|') return
    if (list.kind === '>' && this.#open.length === 0) {
      this.#isWhole()
      this.#listener.onPush(list.items)
    } else this.#put(typed(list.items, LISTS[list.kind] ?? 'array'))
  }
}

function countOf(head: Buffer): number {
  const count = Number(head.toString())
  if (head.length > 0 && Number.isSafeInteger(count) && count >= -1) return count
  throw new Error('no RESP: length')
}

function blobOf(kind: string, bytes: Buffer): Reply | Error {
  if (kind === '!') return refusal(bytes.toString())
  // Three letters and a colon say how the text is meant.
  return kind === '=' ? typed(bytes.subarray(4), 'verbatim') : bytes
}
