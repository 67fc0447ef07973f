import type { RouteReplyGiven } from '@qd/contract-kit'
import type { keyPage } from '../../../contract/index.ts'
import { bufferOf } from '../../bytes.ts'
import type { RedisDatabase } from '../../guard/redis-database.ts'
import { lengthCommand, lengthOrNull } from '../key-facts.ts'
import { typeOf } from '../type-of.ts'
import { asKeyError, keyChanged, keyNotFound } from '../words.ts'
import { listPage } from './list-page.ts'
import type { PageAsk, PageAsked, PageDone } from './page-ask.ts'
import { scanPage } from './scan-page.ts'
import { streamPage } from './stream-page.ts'
import { zsetPage } from './zset-page.ts'

function pageOf(ask: PageAsk): Promise<PageDone> {
  const { type } = ask.asked
  if (type === 'list') return listPage(ask)
  if (type === 'stream') return streamPage(ask)
  return type === 'zset' ? zsetPage(ask) : scanPage(ask, type)
}

/** One page of the entries of a key that is still of the type it was drawn for. */
export async function readPage(
  database: RedisDatabase,
  asked: PageAsked,
): Promise<RouteReplyGiven<typeof keyPage>> {
  const key = bufferOf(asked.key)
  const type = await typeOf(database, key)
  if (type === 'none') throw keyNotFound()
  if (type !== asked.type) throw keyChanged()
  try {
    const counting = lengthCommand(type, key)!
    // A list is read by the index of its entries, so it has to be known how many there are.
    const length =
      type === 'list'
        ? Number(await database.run(counting, { isQuiet: true }))
        : await lengthOrNull(database, counting)
    return { ...(await pageOf({ database, key, asked, length })), length }
  } catch (error) {
    throw asKeyError(error)
  }
}
