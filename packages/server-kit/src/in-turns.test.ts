import { expect, test } from 'vitest'
import { inTurns, turnClock } from './in-turns.ts'

test('work in turns gives its answer, and others have theirs while it lasts', async () => {
  let others = 0
  const ticking = setInterval(() => others++, 0)
  function* work() {
    const startMs = performance.now()
    while (performance.now() - startMs < 100) yield
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
    const startMs = performance.now()
    while (performance.now() - startMs < 1) yield
  }
  const clock = turnClock()
  for (let part = 0; part < 100; part += 1) await inTurns(shortPart(), clock)
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
