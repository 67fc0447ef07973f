import type { RedisDatabase } from '../guard/redis-database.ts'
import type { Arg, Reply } from '../link/redis-link.ts'
import { isRefusedCommand, wordsOf } from './words.ts'

/** What a page asks beside the value; a command the server or the console refuses answers null. */
export async function askOrNull(database: RedisDatabase, args: readonly Arg[]): Promise<Reply> {
  try {
    return await database.run(args, { isQuiet: true })
  } catch {
    return null
  }
}

/** A number the server counts; null: the user may not ask for it. */
export async function lengthOrNull(database: RedisDatabase, args: readonly Arg[]): Promise<number | null> {
  try {
    return Number(await database.run(args, { isQuiet: true }))
  } catch (error) {
    if (isRefusedCommand(error, String(args[0]))) return null
    throw error
  }
}

const LENGTH: Record<string, string> = {
  string: 'STRLEN',
  hash: 'HLEN',
  list: 'LLEN',
  set: 'SCARD',
  zset: 'ZCARD',
  stream: 'XLEN',
  vectorset: 'VCARD',
}

/** The command that counts a type's entries; none for types of unknown make. */
export function lengthCommand(type: string, key: Buffer): Arg[] | null {
  const name = LENGTH[type]
  return name === undefined ? null : [name, key]
}

const known = new WeakMap<RedisDatabase, boolean>()

/** Whether fields may have an end of their own here: Redis from 7.4 on, Valkey from 9. */
export async function hasFieldTtl(database: RedisDatabase, key: Buffer): Promise<boolean> {
  const before = known.get(database)
  if (before !== undefined) return before
  try {
    await database.run(['HPTTL', key, 'FIELDS', '1', ''], { isQuiet: true })
    known.set(database, true)
    return true
  } catch (error) {
    const has = /wrongtype/i.test(wordsOf(error) ?? '')
    if (has || isRefusedCommand(error, 'hpttl')) known.set(database, has)
    return has
  }
}
