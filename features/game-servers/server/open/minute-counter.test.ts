import { expect, test } from 'vitest'
import { createMinuteCounter } from './minute-counter.ts'

const MINUTE = 29_833_333
const CODES = { key: 'lantern:3:123/codes', most: 1_000, slice: 50 }
const CALLS = { key: 'lantern:3:123', most: 1_000, slice: 1 }

/** What nodes share; a write takes a while. */
function database() {
  const writes: number[] = []
  const calls = new Map<string, number>()
  const kept = {
    writes,
    isAway: false,
    node: () =>
      createMinuteCounter(async ({ key, minute, by }) => {
        await new Promise((resolve) => setTimeout(resolve, 5))
        if (kept.isAway) throw new Error('away')
        writes.push(by)
        const total = (calls.get(`${key} ${minute}`) ?? 0) + by
        calls.set(`${key} ${minute}`, total)
        return total
      }),
  }
  return kept
}
const times = <T>(many: number, ask: (at: number) => T) => Array.from({ length: many }, (_, at) => ask(at))

test('calls of the same moment are counted in one write, each once', async () => {
  const { node, writes } = database()
  const fits = node()
  const answers = await Promise.all(times(200, () => fits(CODES, MINUTE)))
  expect(answers).toEqual(times(200, () => true))
  expect(writes).toEqual([200])
  await Promise.all(times(200, () => fits(CALLS, MINUTE)))
  expect(writes).toEqual([200, 200])
})

test('those who come while others are counted are counted with the next ones', async () => {
  const { node, writes } = database()
  const fits = node()
  const first = times(3, () => fits(CALLS, MINUTE))
  await new Promise(setImmediate)
  await new Promise(setImmediate)
  const later = times(40, () => fits(CALLS, MINUTE))
  expect(await Promise.all([...first, ...later])).toEqual(times(43, () => true))
  expect(writes.length).toBeLessThanOrEqual(3)
  expect(writes.reduce((sum, by) => sum + by, 0)).toBeGreaterThanOrEqual(43)
})

test('one after the other takes of what was counted ahead', async () => {
  const { node, writes } = database()
  const fits = node()
  for (let call = 0; call < 51; call++) expect(await fits(CODES, MINUTE)).toBe(true)
  expect(writes).toEqual([50, 50])
})

test.each([CODES, CALLS])('over two nodes not more than the minute has: %o', async (as) => {
  const { node, writes } = database()
  const nodes = [node(), node()]
  const answers = await Promise.all(times(1_400, (at) => nodes[at % 2]!(as, MINUTE)))
  expect(answers.filter(Boolean)).toHaveLength(as.most)
  expect(await nodes[0]!(as, MINUTE)).toBe(false)
  const before = writes.length
  // A minute that is known to be used up costs no write any more; the next one is another.
  expect(await nodes[0]!(as, MINUTE)).toBe(false)
  expect(writes).toHaveLength(before)
  expect(await nodes[0]!(as, MINUTE + 1)).toBe(true)
})

test('while nothing can be written all of them hear it, and the next ones are counted again', async () => {
  const kept = database()
  const fits = kept.node()
  kept.isAway = true
  const failed = await Promise.allSettled(times(20, () => fits(CODES, MINUTE)))
  expect(failed.every(({ status }) => status === 'rejected')).toBe(true)
  kept.isAway = false
  expect(await Promise.all(times(20, () => fits(CODES, MINUTE)))).toEqual(times(20, () => true))
  expect(kept.writes).toEqual([50])
})
