import { CELL_BYTES } from '../../../contract/index.ts'
import type { PageRow } from '../../../contract/index.ts'
import { bytesOf } from '../../bytes.ts'
import type { Reply } from '../../link/redis-link.ts'
import { cutText, runCut } from '../cut-replies.ts'
import type { CutText } from '../cut-replies.ts'
import { CHUNK, EXAMINED_MAX, pageEnd } from './page-ask.ts'
import type { PageAsk, PageDone } from './page-ask.ts'

const LAST = (1n << 64n) - 1n

/** The id next to one, so that ranges need not know how to leave one out; null beyond the last. */
function nextId(id: string, isDescending: boolean): string | null {
  const [, time, part] = /^(\d{1,20})-(\d{1,20})$/.exec(id) ?? []
  if (time === undefined || part === undefined) throw pageEnd()
  const [ms, seq] = [BigInt(time), BigInt(part)]
  if (!isDescending) return seq < LAST ? `${ms}-${seq + 1n}` : ms < LAST ? `${ms + 1n}-0` : null
  return seq > 0n ? `${ms}-${seq - 1n}` : ms > 0n ? `${ms - 1n}-${LAST}` : null
}

interface Entry {
  readonly id: string
  readonly texts: readonly CutText[]
}

function entryOf(reply: Reply | Error): Entry {
  const [id, fields] = reply as readonly [Buffer, readonly Reply[] | null]
  return { id: String(id), texts: (fields ?? []).map(cutText) }
}

/** Names and values stay in their order: a name may come twice. */
function rowOf({ id, texts }: Entry): PageRow {
  const fields = Array.from({ length: texts.length / 2 }, (_, at) => {
    const { head, bytes } = texts[2 * at + 1]!
    const whole = bytes > CELL_BYTES ? { bytes } : {}
    return { name: bytesOf(texts[2 * at]!.head), value: bytesOf(head), ...whole }
  })
  return { type: 'stream', id, fields, isCut: texts.some(({ bytes }) => bytes > CELL_BYTES) }
}

function fits({ texts }: Entry, filter: string): boolean {
  return filter === '' || texts.some(({ head, whole }) => (whole ?? head).includes(filter))
}

/** Entries by their ids, oldest or newest first; the cursor is the last one given. */
export async function streamPage({ database, key, asked }: PageAsk): Promise<PageDone> {
  const { isDescending, filter, cursor } = asked
  const [low, high] = [asked.from === '' ? '-' : asked.from, asked.to === '' ? '+' : asked.to]
  const rows: PageRow[] = []
  let [start, last] = [cursor === '' ? (isDescending ? high : low) : nextId(cursor, isDescending), cursor]
  let examined = 0
  let isEnd = start === null
  while (!isEnd && rows.length < asked.count && examined < EXAMINED_MAX) {
    // One more says whether there is another page.
    const take = filter === '' ? asked.count + 1 : CHUNK
    const range = isDescending ? ['XREVRANGE', key, start!, low] : ['XRANGE', key, start!, high]
    const reply = (await runCut(database, key, [...range, 'COUNT', String(take)])) as readonly Reply[]
    let at = 0
    for (; at < reply.length && rows.length < asked.count; at += 1) {
      const entry = entryOf(reply[at]!)
      last = entry.id
      if (fits(entry, filter)) rows.push(rowOf(entry))
    }
    examined += at
    start = last === '' ? null : nextId(last, isDescending)
    isEnd = start === null || (reply.length < take && at === reply.length)
  }
  if (examined === 0 && cursor !== '' && filter === '') throw pageEnd()
  return { rows, cursor: isEnd ? '' : last, examined }
}
