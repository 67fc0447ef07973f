import { setTimeout as sleep } from 'node:timers/promises'
import { startLyingGame } from '@qd/adapter-standard/testing'
import type { LyingGame } from '@qd/adapter-standard/testing'
import { aCaller } from '@qd/server-kit/testing'
import { openStoreForTest } from '@qd/store/testing'
import type { Store } from '@qd/store'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { DataEditTables } from './index.ts'
import { dataEditMigrations, ordinaryEditor, startEditConsole } from './testing/start-edit-console.ts'

const READ = '/adjust/get?uId=30123000045'
const mayRead = { scope: '*', environment: '*' as const, codes: ['index.data.read'] }

let game: LyingGame
let store: Store<DataEditTables>
let test: ReturnType<typeof startEditConsole>
let origin: string

beforeEach(async () => {
  game = await startLyingGame()
  store = await openStoreForTest<DataEditTables>('sqlite', dataEditMigrations)
})
afterEach(async () => {
  await test.close()
  await game.stop()
  await store.close()
})

async function start(adapter: Parameters<typeof startEditConsole>[0]['adapter'] = {}) {
  test = startEditConsole({ store, target: game.target, adapter })
  for (const name of ['reader', 'other', 'third', 'fourth', 'fifth']) test.as(aCaller(name, [mayRead]))
  test.as(aCaller('operator', [ordinaryEditor]))
  origin = await test.app.listen({ port: 0, host: '127.0.0.1' })
}

/** A read over a real connection, which ends with the signal; null for one that was given up. */
async function read(token: string, signal?: AbortSignal) {
  try {
    const headers = { token, 'content-type': 'application/json' }
    const answer = await fetch(origin + READ, { method: 'POST', headers, body: '{}', signal })
    return { http: answer.status, body: (await answer.json()) as { msg: string; err?: { code: string } } }
  } catch {
    return null
  }
}

/** Reads of players that have come to the server. */
const readsThere = () => game.calls.filter(({ name }) => name === 'dataGet').length
const PATIENT = { timeout: 20_000 }

const times = <T>(count: number, make: (index: number) => T) =>
  Array.from({ length: count }, (_, at) => make(at))

describe('one game server and many callers', () => {
  it('a reader who breaks off 300 reads takes nothing from an operator, nor opens the breaker', async () => {
    await start()
    game.delay(20)
    const broken = times(300, async (index) => {
      await sleep(index * 3)
      return read('reader', AbortSignal.timeout(1 + (index % 25)))
    })
    const answers = []
    for (let index = 0; index < 30; index += 1) answers.push(await read('operator'))
    await Promise.all(broken)
    answers.push(await read('operator'))
    expect(answers.map((each) => each?.http)).toEqual(times(31, () => 200))
  })

  it('however much one reader asks, 8 reads of theirs are at the server, and others get in', async () => {
    await start({ gate: { queueMs: 300 } })
    await read('reader')
    game.calls.length = 0
    game.behave('slow', 'dataGet')
    const leaving = new AbortController()
    const hung = times(20, () => read('reader', leaving.signal))
    await expect.poll(readsThere, PATIENT).toBe(8)
    game.behave('honest')
    expect((await read('operator'))?.http).toBe(200)
    expect((await read('reader'))?.body.err?.code).toBe('upstream_busy')
    // Those of the reader who waited in vain are refused, and none of them has been sent.
    leaving.abort()
    await Promise.all(hung)
    expect(readsThere()).toBe(9)
  })

  it('a server that hangs on the reads of a few leaves places for the next one', async () => {
    await start()
    await read('operator')
    game.behave('slow', 'dataGet')
    const leaving = new AbortController()
    const hung = ['reader', 'other', 'third', 'fourth', 'fifth'].flatMap((token) =>
      times(10, () => read(token, leaving.signal)),
    )
    await expect.poll(readsThere, PATIENT).toBeGreaterThanOrEqual(1 + 28)
    game.behave('honest')
    expect((await read('operator'))?.http).toBe(200)
    leaving.abort()
    await Promise.all(hung)
  })

  it('who waits too long for a place is told so in their language', async () => {
    await start({ gate: { queueMs: 50 } })
    await read('reader')
    game.behave('slow', 'dataGet')
    const leaving = new AbortController()
    const hung = times(8, () => read('reader', leaving.signal))
    await expect.poll(readsThere, PATIENT).toBe(1 + 8)
    const answer = await read('reader')
    expect([answer?.http, answer?.body.err?.code]).toEqual([503, 'upstream_busy'])
    expect(answer?.body.msg).toContain('同时发往该区服的请求过多')
    leaving.abort()
    await Promise.all(hung)
  })

  it('a read that timed out says that nothing was changed', async () => {
    await start({ readTimeoutMs: 300 })
    await read('reader')
    game.behave('slow', 'dataGet')
    const answer = await read('reader')
    expect([answer?.http, answer?.body.err?.code]).toEqual([504, 'upstream_timeout'])
    expect(answer?.body.msg).toContain('未更改任何内容')
    expect(answer?.body.msg).not.toContain('未知')
  })
})
