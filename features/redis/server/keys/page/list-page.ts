import type { PageRow } from '../../../contract/index.ts'
import type { Reply } from '../../link/redis-link.ts'
import { cellOf, cutText, holdsText, runCut } from '../cut-replies.ts'
import { CHUNK, EXAMINED_MAX, offsetOf, pageEnd } from './page-ask.ts'
import type { PageAsk, PageDone } from './page-ask.ts'

/** An index as Redis has it, below 0 counted from the end; `other` where none is given. */
function indexOf(text: string, length: number, other: number): number {
  if (text === '') return other
  const index = Number(text)
  if (!Number.isSafeInteger(index)) throw pageEnd()
  return index < 0 ? Math.max(0, length + index) : index
}

/** Entries of a list by their index, from the head or from the tail; the cursor counts those that lie before. */
export async function listPage(ask: PageAsk): Promise<PageDone> {
  const { database, key, asked } = ask
  const length = ask.length ?? 0
  const first = indexOf(asked.from, length, 0)
  const last = Math.min(indexOf(asked.to, length, length - 1), length - 1)
  const total = Math.max(0, last - first + 1)
  let done = offsetOf(asked.cursor)
  if (done > 0 && done >= total) throw pageEnd()
  const rows: PageRow[] = []
  const from = done
  while (done < total && rows.length < asked.count && done - from < EXAMINED_MAX) {
    const take = Math.min(asked.filter === '' ? asked.count : CHUNK, total - done)
    const low = asked.isDescending ? last - done - take + 1 : first + done
    const reply = await runCut(database, key, ['LRANGE', key, String(low), String(low + take - 1)])
    const values = (reply as readonly Reply[]).map((value, at) => ({ index: low + at, text: cutText(value) }))
    if (values.length === 0) break
    for (const { index, text } of asked.isDescending ? values.toReversed() : values) {
      if (rows.length === asked.count) break
      done += 1
      const args = ['LINDEX', key, String(index)]
      const needle = Buffer.from(asked.filter)
      if (asked.filter !== '' && !(await holdsText(database, { key, text, needle, args }))) continue
      rows.push({ type: 'list', index, ...cellOf(text) })
    }
  }
  return { rows, cursor: done < total ? String(done) : '', examined: done - from }
}
