import { compareNames, rankOf, sharedLength } from './natural-order.ts'
import type { Span } from './natural-order.ts'
import type { NameTable } from './name-table.ts'

const SAMPLE = 4_096
/** Of names that look alike to their ranks at most this many times the limit are compared. */
const COMPARED = 4

function* spansOf(table: NameTable, ids: readonly number[]): Generator<Span> {
  for (const id of ids) yield { from: table.start(id), to: table.end(id) }
}

/** A rank that a little more than `limit` of these do not exceed. */
function limitRank(ranks: Float64Array, limit: number): number {
  const step = Math.max(1, Math.floor(ranks.length / SAMPLE))
  const sample: number[] = []
  for (let at = 0; at < ranks.length; at += step) sample.push(ranks[at]!)
  const sorted = Float64Array.from(sample).sort()
  const place = Math.ceil((limit / ranks.length) * sorted.length * 1.25) + 16
  return sorted[Math.min(place, sorted.length - 1)]!
}

/** The first `limit` ids in the order of their names. */
export function firstByName(table: NameTable, ids: readonly number[], limit: number): Uint32Array {
  if (limit <= 0) return new Uint32Array(0)
  const { bytes } = table
  const skip = sharedLength(bytes, spansOf(table, ids))
  const ranks = new Float64Array(ids.length)
  for (const [at, id] of ids.entries()) ranks[at] = rankOf(bytes, table.start(id) + skip, table.end(id))
  let places = Array.from(ranks.keys())
  if (places.length > limit * 2) {
    const most = limitRank(ranks, limit)
    const below = places.filter((at) => ranks[at]! <= most)
    if (below.length >= limit) places = below.slice(0, limit * COMPARED)
  }
  const span = (at: number): Span => ({ from: table.start(ids[at]!), to: table.end(ids[at]!) })
  places.sort((left, right) => ranks[left]! - ranks[right]! || compareNames(bytes, span(left), span(right)))
  return Uint32Array.from(places.slice(0, limit), (at) => ids[at]!)
}
