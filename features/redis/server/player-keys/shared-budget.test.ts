import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { previewOf } from '../jobs/preview-keys.ts'
import { KeysWorld, SCAN, reached } from '../testing/keys-world.ts'
import { findByPattern } from './find-player-keys.ts'

const PER_SECOND = 20_000
const KEYS = 8_000

let world: KeysWorld
beforeAll(async () => {
  world = await KeysWorld.start()
  await world.fill(KEYS, (at) => `filler:${at}`)
  world.scanBudget = PER_SECOND
})
afterEach(() => {
  world.closePages()
  world.sent = []
})
afterAll(() => world.stop())

const search = () =>
  findByPattern(
    {
      database: world.database(),
      budgets: world.budgets,
      player: { uId: '30123000045', sId: 123 },
      bounds: { examined: 100_000, listed: 20 },
      signal: new AbortController().signal,
    },
    { pattern: 'none:*:{uId}' },
  )
const counting = () =>
  previewOf(
    { database: world.database(), budgets: world.budgets, signal: new AbortController().signal },
    { kind: 'pattern', pattern: 'none:*' },
    false,
  )

test.each([
  ['a search for keys of a player', search],
  ['the count of keys for a job', counting],
])('%s takes turns with a scan of the same connection, and both keep its budget', async (_name, run) => {
  const page = await world.open()
  const startedMs = performance.now()
  await page.ask('scan', SCAN)
  await run()
  await reached(page, 'drained')
  const tookMs = performance.now() - startedMs
  expect(tookMs).toBeGreaterThan((2 * KEYS * 1_000) / PER_SECOND - 150)
  // Neither waits for the end of the other: there are calls of both in the first half of them.
  const isSearch = world.sent
    .filter(([name]) => name === 'SCAN')
    .map((args) => args.some((arg) => arg.startsWith('none:')))
  expect(new Set(isSearch.slice(0, isSearch.length / 2)).size).toBe(2)
})
