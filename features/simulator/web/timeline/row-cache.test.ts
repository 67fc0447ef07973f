import { describe, expect, it } from 'vitest'
import type { FrameSummary } from '../../contract/index.ts'
import { BLOCK_ROWS, RowCache } from './row-cache.ts'

const frame = (n: number, more: Partial<FrameSummary> = {}): FrameSummary => ({
  n,
  at: 0,
  direction: 'push',
  cmd: 1100,
  message: '',
  seq: 0,
  status: 0,
  size: 20,
  bodyAt: 15,
  bodySize: 5,
  isHeartbeat: false,
  isPinned: false,
  ...more,
})
const frames = (from: number, count: number) =>
  Array.from({ length: count }, (_, index) => frame(from + index))

describe('rows of a view', () => {
  it('says which block a range still misses', () => {
    const cache = new RowCache(1)
    expect(cache.missing(10, 30)).toEqual({ from: 0, count: BLOCK_ROWS })
    cache.put(0, frames(0, BLOCK_ROWS))
    expect(cache.missing(10, 30)).toBeNull()
    expect(cache.missing(190, 210)).toEqual({ from: BLOCK_ROWS, count: BLOCK_ROWS })
  })

  it('finds frames by number and takes over what changed of them', () => {
    const cache = new RowCache(1)
    cache.put(5, [frame(70), frame(90)])
    expect(cache.rowOf(90)).toBe(6)
    expect(cache.change([frame(90, { isPinned: true }), frame(500)])).toBe(true)
    expect(cache.at(6)?.isPinned).toBe(true)
    expect(cache.change([frame(500)])).toBe(false)
  })

  it('keeps the rows used last, whatever the length', () => {
    const cache = new RowCache(1)
    for (let block = 0; block < 100; block += 1)
      cache.put(block * BLOCK_ROWS, frames(block * BLOCK_ROWS, BLOCK_ROWS))
    expect(cache.at(0)).toBeUndefined()
    expect(cache.frame(0)).toBeUndefined()
    expect(cache.at(99 * BLOCK_ROWS)?.n).toBe(99 * BLOCK_ROWS)
    const kept = Array.from({ length: 100 * BLOCK_ROWS }, (_, row) => cache.at(row)).filter(Boolean)
    expect(kept).toHaveLength(30 * BLOCK_ROWS)
  })
})
