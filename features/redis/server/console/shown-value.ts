import { CONSOLE_REPLY_BYTES } from '../../contract/index.ts'
import type { ConsoleValue } from '../../contract/index.ts'
import { bytesOf } from '../bytes.ts'
import { ServerRefusal } from '../link/link-errors.ts'
import type { Reply } from '../link/redis-link.ts'
import { typeOf } from '../link/typed/reply-types.ts'
import type { ReplyType } from '../link/typed/reply-types.ts'

/** What an entry costs beside its bytes, as it travels. */
const ENTRY_BYTES = 20

const TAGS: Readonly<Record<Exclude<ReplyType, 'nil'>, Exclude<ConsoleValue['t'], 'n' | 'e'>>> = {
  status: 's',
  integer: 'i',
  bulk: 'b',
  array: 'a',
  map: 'm',
  set: 'u',
  double: 'd',
  boolean: 'o',
  bignum: 'g',
  verbatim: 'v',
}

/** Bytes as a page gets them, cut between signs where they are text. */
export function cutBytes(bytes: Buffer, most: number): ReturnType<typeof bytesOf> {
  if (bytes.length <= most) return bytesOf(bytes)
  let end = most
  // Not inside of a sign of UTF-8: the bytes behind its first one begin with 10.
  while (end > most - 4 && end > 0 && (bytes[end]! & 0xc0) === 0x80) end -= 1
  return bytesOf(bytes.subarray(0, end))
}

/** Signs a text takes in JSON: what cannot be seen is written out. */
const costOf = (value: ReturnType<typeof bytesOf>): number => JSON.stringify(value).length

/** What is left of what an answer may take. */
class Budget {
  left: number

  constructor(bytes: number) {
    this.left = bytes
  }

  valueOf(reply: Reply | Error): ConsoleValue {
    this.left -= ENTRY_BYTES
    if (reply instanceof Error) return { t: 'e', v: wordsOf(reply) }
    if (reply === null) return { t: 'n' }
    const t = TAGS[typeOf(reply) as Exclude<ReplyType, 'nil'>]
    if (Array.isArray(reply)) return this.#list(t as 'a', reply as readonly (Reply | Error)[])
    if (t === 'b' || t === 'v') return this.#bytes(t, reply as Buffer)
    const v = String(reply)
    this.left -= v.length
    return { t: t as 's', v }
  }

  #bytes(t: 'b' | 'v', bytes: Buffer): ConsoleValue {
    const most = Math.max(0, this.left)
    let v = cutBytes(bytes, most)
    // Escapes and base64 take more than the bytes do.
    if (costOf(v) > most) v = cutBytes(bytes, Math.floor((most * most) / Math.max(1, costOf(v))))
    this.left -= costOf(v)
    const isWhole = typeof v === 'string' ? Buffer.byteLength(v) === bytes.length : sizeOf(v) === bytes.length
    return isWhole ? { t, v } : { t, v, cut: bytes.length }
  }

  #list(t: 'a' | 'm' | 'u', items: readonly (Reply | Error)[]): ConsoleValue {
    const v: ConsoleValue[] = []
    for (const item of items) {
      if (this.left <= 0 && !(t === 'm' && v.length % 2 === 1)) return { t, v, cut: items.length }
      v.push(this.valueOf(item))
    }
    return { t, v }
  }
}

const sizeOf = ({ base64 }: { base64: string }): number => Buffer.from(base64, 'base64').length

const wordsOf = (error: Error): string => (error instanceof ServerRefusal ? error.words : error.message)

/** An answer as it travels to the page; what is too large is cut and says how large it is. */
export function shownValue(reply: Reply | Error, bytes = CONSOLE_REPLY_BYTES): ConsoleValue {
  return new Budget(bytes).valueOf(reply)
}
