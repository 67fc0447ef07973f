import { askConnection, bump, rowsOf } from './connection-store.ts'

const reading = new Set<string>()
const wanted = new Map<string, { first: number; last: number }>()

async function readMissing(key: string): Promise<void> {
  for (let range = wanted.get(key); range !== undefined; range = wanted.get(key)) {
    wanted.delete(key)
    const cache = rowsOf(key)
    const missing = cache.missing(range.first, range.last)
    if (missing === null) continue
    const { rows, from } = await askConnection(key, 'rows', { view: cache.view, ...missing })
    if (rows.length === 0) continue
    cache.put(from, rows)
    bump(key)
    const next = cache.missing(range.first, range.last)
    // The same block again: the server has no more of it yet.
    if (next !== null && next.from !== missing.from && !wanted.has(key)) wanted.set(key, range)
  }
}

/** Reads what a range of rows misses, one window at a time; a range asked for meanwhile takes its place. */
export async function needRows(key: string, first: number, last: number): Promise<void> {
  wanted.set(key, { first, last })
  if (reading.has(key)) return
  reading.add(key)
  try {
    await readMissing(key)
  } catch {
    // Rows of an older view, or a connection that ended: what is shown next asks again.
  } finally {
    reading.delete(key)
  }
}
