import { describe, expect, it } from 'vitest'
import { SpreadSample } from './spread-sample.ts'

function sampleOf(count: number): number[] {
  const sample = new SpreadSample<number>(2_000, 200)
  for (let at = 0; at < count; at += 1) sample.add(at)
  return sample.taken()
}

describe('a sample of a list', () => {
  it('is the whole of a list of up to 2,000', () => {
    expect(sampleOf(0)).toEqual([])
    expect(sampleOf(2_000)).toEqual(Array.from({ length: 2_000 }, (_each, at) => at))
  })

  it.each([2_001, 3_999, 4_001, 1_000_000])('has 200 of %d, from its beginning to its end', (count) => {
    const taken = sampleOf(count)
    expect(new Set(taken).size).toBe(200)
    expect(taken[0]).toBe(0)
    const gaps = taken.slice(1).map((each, at) => each - taken[at]!)
    expect(Math.max(...gaps)).toBeLessThan((count / 200) * 2.5)
    expect(count - taken.at(-1)!).toBeLessThan((count / 200) * 2.5)
  })
})
