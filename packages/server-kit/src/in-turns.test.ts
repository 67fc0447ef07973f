import { expect, test } from 'vitest'
import { inTurns, turnClock } from './in-turns.ts'

/** Work that lasts until others had their turn twice; work that leaves them none ends at some time too. */
const MOST_PARTS = 5_000_000

test('work in turns gives its answer, and others have theirs while it lasts', async () => {
  let others = 0
  const ticking = setInterval(() => others++, 0)
  function* work() {
    for (let part = 0; part < MOST_PARTS && others < 2; part += 1) yield
    return 'done'
  }
  expect(await inTurns(work())).toBe('done')
  clearInterval(ticking)
  expect(others).toBeGreaterThan(1)
})

test('others have their turn between parts that are each too short to give one', async () => {
  let others = 0
  const ticking = setInterval(() => others++, 0)
  function* shortPart() {
    yield
  }
  const clock = turnClock()
  for (let part = 0; part < MOST_PARTS && others < 2; part += 1) await inTurns(shortPart(), clock)
  clearInterval(ticking)
  expect(others).toBeGreaterThan(1)
})

test('a fault in the middle is the fault of the whole', async () => {
  // eslint-disable-next-line require-yield -- it throws before it would
  function* broken(): Generator<undefined, never> {
    throw new Error('broken')
  }
  await expect(inTurns(broken())).rejects.toThrow('broken')
})
