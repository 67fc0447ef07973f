import type { RouteReplyGiven } from '@qd/contract-kit'
import type { keyShow } from '../../contract/index.ts'
import type { RedisDatabase } from '../guard/redis-database.ts'
import type { Reply } from '../link/redis-link.ts'
import { askOrNull, hasFieldTtl, lengthCommand } from './key-facts.ts'
import { typeOf } from './type-of.ts'
import { moduleInfo, moduleItems } from './module-info.ts'

const numberOf = (reply: Reply): number | null =>
  reply === null || Array.isArray(reply) ? null : Number(String(reply))

/** What is known of a key. Only TYPE has to be answered: what the server refuses beside it is null. */
export async function showKey(
  database: RedisDatabase,
  key: Buffer,
): Promise<RouteReplyGiven<typeof keyShow>> {
  const type = await typeOf(database, key)
  const count = lengthCommand(type, key)
  // How long it was idle comes before what counts as a use of it.
  const [ttl, encoding, idle, frequency, bytes, length, info, items, hasEnds] = await Promise.all([
    askOrNull(database, ['PTTL', key]),
    askOrNull(database, ['OBJECT', 'ENCODING', key]),
    askOrNull(database, ['OBJECT', 'IDLETIME', key]),
    askOrNull(database, ['OBJECT', 'FREQ', key]),
    askOrNull(database, ['MEMORY', 'USAGE', key]),
    count === null ? null : askOrNull(database, count),
    moduleInfo(database, type, key),
    moduleItems(database, type, key),
    type === 'hash' && hasFieldTtl(database, key),
  ])
  return {
    type,
    ttlMs: numberOf(ttl),
    length: numberOf(length),
    bytes: numberOf(bytes),
    encoding: encoding === null ? null : String(encoding),
    idleSeconds: numberOf(idle),
    frequency: numberOf(frequency),
    hasFieldTtl: hasEnds,
    info,
    items,
    mayEdit: database.mayEdit(key),
  }
}
