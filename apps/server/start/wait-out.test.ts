import { StoreError } from '@qd/store'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { waitOut } from './wait-out.ts'

const refused = () => {
  const cause = Object.assign(new Error('connect ECONNREFUSED 127.0.0.1:5432'), { code: 'ECONNREFUSED' })
  return new StoreError('store_unavailable', 'PostgreSQL: away', { cause })
}

beforeEach(
  () => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval'] }),
)
afterEach(() => void vi.useRealTimers())

/** `node:timers/promises` is not faked: rests are real and short. */
const quick = { restMs: 0 }

test('tries again while the database is away, and says at once what it waits for', async () => {
  const said: string[] = []
  let tries = 0
  const attempt = async () => {
    tries += 1
    if (tries < 4) throw refused()
    return 'started'
  }
  expect(await waitOut(attempt, { announce: (line) => said.push(line), ...quick })).toBe('started')
  expect(tries).toBe(4)
  expect(said).toEqual(['Waiting for the database: connect ECONNREFUSED 127.0.0.1:5432'])
  expect(vi.getTimerCount()).toBe(0)
})

test('says every ten seconds that it still waits, whatever it waits for', async () => {
  const said: string[] = []
  const { promise, resolve } = Promise.withResolvers<string>()
  let isFirst = true
  const attempt = () => {
    if (!isFirst) return promise
    isFirst = false
    return Promise.reject(refused())
  }
  const started = waitOut(attempt, { announce: (line) => said.push(line), ...quick })
  await vi.waitFor(() => expect(said).toHaveLength(1))
  vi.advanceTimersByTime(30_000)
  expect(said).toHaveLength(4)
  resolve('started')
  expect(await started).toBe('started')

  const hanging = Promise.withResolvers<string>()
  const slow: string[] = []
  const late = waitOut(() => hanging.promise, { announce: (line) => slow.push(line), ...quick })
  vi.advanceTimersByTime(20_000)
  expect(slow).toEqual(['Still starting.', 'Still starting.'])
  hanging.resolve('started')
  await late
})

test('ends at once for what does not pass', async () => {
  const said: string[] = []
  const attempt = vi.fn(async () => {
    throw new StoreError('store_schema_newer', 'newer')
  })
  await expect(waitOut(attempt, { announce: (line) => said.push(line), ...quick })).rejects.toThrow('newer')
  expect([attempt.mock.calls.length, said]).toEqual([1, []])
})
