import type { RedisDatabase } from '../guard/redis-database.ts'
import type { Arg, Reply } from '../link/redis-link.ts'
import { isRefusedCommand, wordsOf } from './words.ts'

/** Commands that tell of a type by their answer; the first one the user may send is enough. */
const TELLING: Readonly<Record<string, (key: Buffer) => readonly (readonly Arg[])[]>> = {
  string: (key) => [
    ['STRLEN', key],
    ['GETRANGE', key, '0', '0'],
    ['GET', key],
  ],
  hash: (key) => [
    ['HLEN', key],
    ['HSCAN', key, '0', 'COUNT', '1'],
    ['HGETALL', key],
  ],
  list: (key) => [
    ['LLEN', key],
    ['LRANGE', key, '0', '0'],
  ],
  set: (key) => [
    ['SCARD', key],
    ['SSCAN', key, '0', 'COUNT', '1'],
    ['SMEMBERS', key],
  ],
  zset: (key) => [
    ['ZCARD', key],
    ['ZRANGE', key, '0', '0'],
  ],
  stream: (key) => [
    ['XLEN', key],
    ['XRANGE', key, '-', '+', 'COUNT', '1'],
  ],
}

/** Whether there is something in it; of a string nothing may be an empty one. */
function holds(reply: Reply): boolean {
  if (!Array.isArray(reply)) return Buffer.isBuffer(reply) ? reply.length > 0 : Number(reply ?? 0) > 0
  const [first, entries] = reply as readonly Reply[]
  const isScan = reply.length === 2 && Array.isArray(entries)
  return isScan ? entries.length > 0 || String(first) !== '0' : reply.length > 0
}

/** What a command of a type tells: it is, there is no such key, it is another type, or the command is refused. */
async function told(
  database: RedisDatabase,
  args: readonly Arg[],
): Promise<'is' | 'none' | 'empty' | 'other' | 'refused'> {
  try {
    const reply = await database.run(args, { isQuiet: true })
    if (holds(reply)) return 'is'
    if (args[0] !== 'STRLEN' && args[0] !== 'GETRANGE' && args[0] !== 'GET') return 'none'
    return args[0] === 'GET' ? (reply === null ? 'none' : 'is') : 'empty'
  } catch (error) {
    if (/\bWRONGTYPE\b/.test(wordsOf(error) ?? '')) return 'other'
    if (isRefusedCommand(error, String(args[0]))) return 'refused'
    throw error
  }
}

/** By what the commands of each type say: each refuses keys of other types. Null: none of them may be sent, or fits. */
async function typeByTrying(database: RedisDatabase, key: Buffer): Promise<string | null> {
  for (const [type, commandsOf] of Object.entries(TELLING)) {
    let isEmpty = false
    for (const args of commandsOf(key)) {
      const answer = await told(database, args)
      if (answer === 'is' || answer === 'none') return answer === 'is' ? type : 'none'
      if (answer === 'other') break
      isEmpty ||= answer === 'empty'
    }
    if (isEmpty) return type
  }
  return null
}

/** The type of a key, `none` for no key. A user who may not send TYPE learns it by what they may send. */
export async function typeOf(database: RedisDatabase, key: Buffer): Promise<string> {
  try {
    return String(await database.run(['TYPE', key], { isQuiet: true }))
  } catch (error) {
    if (!isRefusedCommand(error, 'type')) throw error
    const type = await typeByTrying(database, key)
    if (type === null) throw error
    return type
  }
}
