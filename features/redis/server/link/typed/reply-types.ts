import type { Reply } from '../redis-link.ts'

/**
 * What RESP says of a reply beyond its bytes. The replies themselves stay what other parts of the console know: bytes,
 * numbers as text, flat lists; so a map is a list of names and values in turn, as in RESP2.
 */
export type ReplyType =
  | 'status'
  | 'integer'
  | 'bulk'
  | 'nil'
  | 'array'
  | 'map'
  | 'set'
  | 'double'
  | 'boolean'
  | 'bignum'
  | 'verbatim'

/** Types of replies that do not show by what they are. */
const types = new WeakMap<object, ReplyType>()

/** Says of bytes or a list what it is; gives it back. */
export function typed<T extends object>(reply: T, type: ReplyType): T {
  types.set(reply, type)
  return reply
}

export function typeOf(reply: Reply): ReplyType {
  if (reply === null) return 'nil'
  if (typeof reply === 'string') return 'integer'
  return types.get(reply) ?? (Buffer.isBuffer(reply) ? 'bulk' : 'array')
}
