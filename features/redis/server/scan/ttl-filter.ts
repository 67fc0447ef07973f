import type { TtlFilter } from '../../contract/index.ts'
import type { RedisDatabase } from '../guard/redis-database.ts'
import { isClosedKey } from './key-facts.ts'

/** Keys asked for at once. */
const BATCH = 500

/** Whether a key is meant by a filter, by what PTTL answers: -1 no end, -2 no such key. */
export function fitsTtl(filter: TtlFilter, pttl: number): boolean {
  if (filter.kind === 'none') return pttl === -1
  return pttl >= 0 && (filter.kind === 'some' || pttl <= filter.seconds * 1_000)
}

interface Asking {
  readonly database: RedisDatabase
  readonly signal: AbortSignal
  /** Waits for its turn in the budget of the scans. */
  take(keys: number): Promise<void>
}

/** Those of the keys that fit now; a key the server closes to this user fits nothing. */
export async function withTtl(
  keys: readonly Buffer[],
  filter: TtlFilter,
  { database, signal, take }: Asking,
): Promise<Buffer[]> {
  const fitting: Buffer[] = []
  for (let at = 0; at < keys.length; at += BATCH) {
    const some = keys.slice(at, at + BATCH)
    await take(some.length)
    const replies = await database.runAll(
      some.map((key) => ['PTTL', key]),
      { signal, isQuiet: true },
    )
    for (const [index, key] of some.entries()) {
      const reply = replies[index]
      if (isClosedKey(reply)) continue
      if (reply instanceof Error) throw reply
      if (fitsTtl(filter, Number(reply))) fitting.push(key)
    }
  }
  return fitting
}
