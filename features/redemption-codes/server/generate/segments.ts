import type { GivenRow } from '@qd/server-kit'

/** Codes made in one go: sorted by digest, so that a large index is written page by page. */
export const SEGMENT = 50_000

export interface Segment {
  first: number
  count: number
}

export function segmentsOf(quantity: number): GivenRow<Segment>[] {
  return Array.from({ length: Math.ceil(quantity / SEGMENT) }, (_, at) => {
    const first = at * SEGMENT
    const count = Math.min(SEGMENT, quantity - first)
    return { key: `${first + 1}–${first + count}`, input: { first, count } }
  })
}
