import type { Reply } from '../../link/redis-link.ts'

/** Parts of an answer, whatever the server put there. */
export const textOf = (reply: Reply | Error | undefined): string =>
  Buffer.isBuffer(reply) ? reply.toString() : typeof reply === 'string' ? reply : ''

export const numberOf = (reply: Reply | Error | undefined): number => {
  const number = Number(textOf(reply))
  return Number.isFinite(number) ? number : 0
}

export const listOf = (reply: Reply | Error | undefined): readonly Reply[] =>
  Array.isArray(reply) ? (reply as readonly Reply[]) : []

/** Names and values in turn. */
export function pairsOf(reply: Reply | Error | undefined): Map<string, Reply> {
  const flat = listOf(reply)
  const pairs = new Map<string, Reply>()
  for (let at = 0; at + 1 < flat.length; at += 2) pairs.set(textOf(flat[at]), flat[at + 1]!)
  return pairs
}
