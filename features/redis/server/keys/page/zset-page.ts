import type { PageRow } from '../../../contract/index.ts'
import type { Arg, Reply } from '../../link/redis-link.ts'
import { cutText, nameOf, runCut } from '../cut-replies.ts'
import { fitsGlob } from '../../glob.ts'
import { CHUNK, EXAMINED_MAX, offsetOf, pageEnd } from './page-ask.ts'
import type { PageAsk, PageDone } from './page-ask.ts'
import { memberOf } from './scan-page.ts'

/** By rank, or where a bound is given by score; all versions of Redis know these four. */
function rangeCommand({ key, asked }: PageAsk, offset: number, count: number): Arg[] {
  const { from, to, isDescending } = asked
  if (from === '' && to === '') {
    const name = isDescending ? 'ZREVRANGE' : 'ZRANGE'
    return [name, key, String(offset), String(offset + count - 1), 'WITHSCORES']
  }
  const [low, high] = [from === '' ? '-inf' : from, to === '' ? '+inf' : to]
  const limit = ['WITHSCORES', 'LIMIT', String(offset), String(count)]
  return isDescending
    ? ['ZREVRANGEBYSCORE', key, high, low, ...limit]
    : ['ZRANGEBYSCORE', key, low, high, ...limit]
}

/** Members in the order of their scores; the cursor counts those that lie before. */
export async function zsetPage(ask: PageAsk): Promise<PageDone> {
  const { database, key, asked } = ask
  const rows: PageRow[] = []
  const pattern = Buffer.from(asked.filter)
  const from = offsetOf(asked.cursor)
  let done = from
  let isEnd = false
  while (!isEnd && rows.length < asked.count && done - from < EXAMINED_MAX) {
    // One more says whether there is another page.
    const take = asked.filter === '' ? asked.count + 1 : CHUNK
    const reply = (await runCut(database, key, rangeCommand(ask, done, take))) as readonly Reply[]
    const size = reply.length / 2
    if (size === 0 && done > 0 && asked.filter === '') throw pageEnd()
    let at = 0
    for (; at < size && rows.length < asked.count; at += 1) {
      const name = cutText(reply[2 * at])
      if (asked.filter !== '' && !fitsGlob(pattern, nameOf(name))) continue
      const score = String(reply[2 * at + 1])
      rows.push({ type: 'zset', ...memberOf(name, score), score })
    }
    done += at
    isEnd = size < take && at === size
  }
  return { rows, cursor: isEnd ? '' : String(done), examined: done - from }
}
