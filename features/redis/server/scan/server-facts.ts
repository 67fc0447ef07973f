import type { RedisDatabase } from '../guard/redis-database.ts'
import type { Reply } from '../link/redis-link.ts'

async function orNothing(reply: Promise<Reply>, signal: AbortSignal): Promise<Reply> {
  try {
    return await reply
  } catch {
    // Refused, or lost: the next SCAN says which.
    signal.throwIfAborted()
    return null
  }
}

/** Keys of one master, null where DBSIZE is refused, and what the way there and back takes. */
export async function readDatabaseSize(
  database: RedisDatabase,
  node: string | undefined,
  signal: AbortSignal,
): Promise<{ keys: number | null; ms: number }> {
  const startedMs = performance.now()
  const reply = await orNothing(database.run(['DBSIZE'], { node, signal, isQuiet: true }), signal)
  return { keys: reply === null ? null : Number(reply), ms: performance.now() - startedMs }
}

/** Tells one process of a server from the next; empty where INFO is refused. */
export async function readRunId(
  database: RedisDatabase,
  node: string | undefined,
  signal: AbortSignal,
): Promise<string> {
  const reply = await orNothing(database.run(['INFO', 'server'], { node, signal, isQuiet: true }), signal)
  return /^run_id:(\S+)/m.exec(String(reply ?? ''))?.[1] ?? ''
}

const flat = (reply: Reply | Error): string =>
  Array.isArray(reply) ? `[${reply.map(flat).join()}]` : String(reply)

/** Who has which slots, as one text; empty without a cluster or where it is refused. */
export async function readSlots(database: RedisDatabase, signal: AbortSignal): Promise<string> {
  if (!database.connection.isCluster) return ''
  const reply = await orNothing(database.run(['CLUSTER', 'SLOTS'], { signal, isQuiet: true }), signal)
  if (!Array.isArray(reply)) return ''
  const ranges = (reply as readonly Reply[][]).map(([from, to, master]) => flat([from!, to!, master!]))
  return ranges.toSorted().join()
}
