import { assert, integer, property, record } from 'fast-check'
import { expect, test } from 'vitest'
import type { BotsLoad } from '../../contract/index.ts'
import { Arrivals } from './arrivals.ts'

const START = 1_000_000

/** Passes meant to begin within some milliseconds, of all workers together. */
function begun(
  given: { rate: number; rampMs: number; workers: number; seed: number },
  afterMs: number,
): number {
  const load = { arrivalsPerSecond: given.rate, rampMs: given.rampMs } as BotsLoad
  let all = 0
  for (let index = 0; index < given.workers; index += 1) {
    const arrivals = new Arrivals(load, given.workers, given.seed + index * 104_729)
    arrivals.start(START)
    arrivals.until(START + afterMs)
    all += arrivals.waiting
  }
  return all
}

test('as many begin as the ramp and the rate ask for, whatever the number of workers', () => {
  const cases = record({
    rate: integer({ min: 1, max: 500 }),
    rampMs: integer({ min: 0, max: 60_000 }),
    workers: integer({ min: 1, max: 8 }),
    seed: integer({ min: 1, max: 2 ** 31 }),
    afterMs: integer({ min: 100, max: 120_000 }),
  })
  assert(
    property(cases, ({ afterMs, ...given }) => {
      const { rate, rampMs } = given
      const inRamp = Math.min(afterMs, rampMs)
      const ramped = rampMs === 0 ? 0 : (inRamp * inRamp) / (2 * rampMs)
      const wanted = (rate / 1_000) * (ramped + afterMs - inRamp)
      // The variance of a Poisson count is the count; a small one has a longer tail.
      const tolerance = 5 * Math.sqrt(wanted) + 5
      expect(Math.abs(begun(given, afterMs) - wanted)).toBeLessThan(tolerance)
    }),
    { seed: 20_261_123, numRuns: 150 },
  )
})

test('a slow rate with a long ramp begins in the ramp, not after it', () => {
  const counts = Array.from({ length: 200 }, (_, seed) =>
    begun({ rate: 0.2, rampMs: 60_000, workers: 4, seed: seed * 7_919 + 1 }, 60_000),
  )
  // Six on average: the rate grows evenly to twelve a minute.
  const mean = counts.reduce((sum, count) => sum + count) / counts.length
  expect(Math.abs(mean - 6)).toBeLessThan(5 * Math.sqrt(6 / counts.length))
})
