import { CONSOLE_MESSAGE_BYTES, CONSOLE_MESSAGES_MAX } from '../../contract/index.ts'
import type { ConsoleMessage, RedisBytes } from '../../contract/index.ts'
import type { Reply } from '../link/redis-link.ts'
import { ProgressFeed } from '../scan/progress-feed.ts'
import { cutBytes } from './shown-value.ts'

/** Bytes of messages told at once. */
const TOLD_BYTES = 131_072
/** Bytes of messages that wait, about: a page that reads nothing must not hold as many as there is memory for. */
export const WAITING_BYTES = 2_097_152

const bufferIn = (reply: Reply | undefined): Buffer =>
  Buffer.isBuffer(reply) ? reply : Buffer.from(typeof reply === 'string' ? reply : '')

/** A message of a subscription, or a line of MONITOR. */
export function messageOf(reply: Reply, time: number): ConsoleMessage {
  const isListed = Array.isArray(reply)
  const [kind, ...rest] = isListed ? (reply as readonly Reply[]) : [null, reply]
  const isByPattern = bufferIn(kind).toString() === 'pmessage'
  const text = bufferIn(rest.at(-1))
  const isCut = text.length > CONSOLE_MESSAGE_BYTES
  const place = (bytes: Buffer) => cutBytes(bytes, CONSOLE_MESSAGE_BYTES)
  return {
    time,
    channel: isListed ? place(bufferIn(rest[isByPattern ? 1 : 0])) : '',
    pattern: isByPattern ? place(bufferIn(rest[0])) : '',
    text: place(text),
    cut: isCut ? text.length : 0,
  }
}

const bytesIn = ({ channel, pattern, text }: ConsoleMessage): number =>
  [channel, pattern, text].reduce((sum, each) => sum + lengthOf(each), 0)
const lengthOf = (bytes: RedisBytes): number =>
  typeof bytes === 'string' ? bytes.length : bytes.base64.length

/** Messages on their way to a page: told as often as it can read; those it cannot keep up with are counted. */
export class MessageFeed {
  readonly #tell: (list: ConsoleMessage[], dropped: number) => void
  readonly #feed: ProgressFeed
  #waiting: ConsoleMessage[] = []
  #bytes = 0
  #dropped = 0

  constructor(page: { isBehind: () => boolean; tell: (list: ConsoleMessage[], dropped: number) => void }) {
    this.#tell = page.tell
    this.#feed = new ProgressFeed({ isBehind: page.isBehind, tell: () => this.#tellSome() })
  }

  add(reply: Reply): void {
    const message = messageOf(reply, Date.now())
    this.#waiting.push(message)
    this.#bytes += bytesIn(message)
    // In halves: taking the first of a thousand for each new one would be most of the work.
    if (this.#waiting.length > CONSOLE_MESSAGES_MAX * 2 || this.#bytes > WAITING_BYTES * 2) this.#keepLatest()
    this.#feed.changed()
  }

  end(): void {
    this.#feed.end()
  }

  #keepLatest(): void {
    let [from, bytes] = [this.#waiting.length, 0]
    const least = Math.max(0, from - CONSOLE_MESSAGES_MAX)
    while (from > least) {
      const next = bytes + bytesIn(this.#waiting[from - 1]!)
      if (next > WAITING_BYTES) break
      bytes = next
      from -= 1
    }
    this.#dropped += from
    this.#waiting = this.#waiting.slice(from)
    this.#bytes = bytes
  }

  #tellSome(): void {
    if (this.#waiting.length > CONSOLE_MESSAGES_MAX) this.#keepLatest()
    let bytes = 0
    let count = 0
    for (const message of this.#waiting) {
      bytes += JSON.stringify(message).length
      if (count > 0 && bytes > TOLD_BYTES) break
      count += 1
    }
    const told = this.#waiting.splice(0, count)
    for (const message of told) this.#bytes -= bytesIn(message)
    this.#tell(told, this.#dropped)
    this.#dropped = 0
    if (this.#waiting.length > 0) this.#feed.changed()
  }
}
