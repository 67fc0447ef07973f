import { startLyingGame } from '@qd/adapter-standard/testing'
import type { LyingGame } from '@qd/adapter-standard/testing'
import { openStoreForTest } from '@qd/store/testing'
import type { Store } from '@qd/store'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { DataEditTables } from './index.ts'
import { dataEditMigrations, freshKey, startEditConsole } from './testing/start-edit-console.ts'

const U = '30123000045'

let game: LyingGame
let store: Store<DataEditTables>
let test: ReturnType<typeof startEditConsole>

beforeEach(async () => {
  game = await startLyingGame()
  const honest = game.honest.answer.bind(game.honest)
  game.honest.answer = (name, body, key) => {
    const reply = honest(name, body, key)
    return name === 'meta' ? { ...reply, data: { ...(reply.data as object), capabilities: [] } } : reply
  }
  store = await openStoreForTest<DataEditTables>('sqlite', dataEditMigrations)
  test = startEditConsole({ store, target: game.target })
})
afterEach(async () => {
  await test.close()
  await game.stop()
  await store.close()
})

describe('a server of contract 1.x that lists no capability', () => {
  it('[S7.15] is read, checked and changed all the same', async () => {
    const changes = [{ diff: 'Role', path: ['level'], op: 'set', value: 73, old: 72 }]
    const body = { version: '1', changes }
    expect((await test.editor.get('/adjust/tipProtocol?sId=123')).http).toBe(200)
    expect((await test.editor.post(`/adjust/get?uId=${U}`, {})).http).toBe(200)
    expect((await test.editor.post(`/adjust/parseCommitAction?uId=${U}`, body)).http).toBe(200)
    const commit = { ...body, reason: 'ticket', idempotencyKey: freshKey() }
    expect((await test.editor.post(`/adjust/api/change?uId=${U}`, commit)).http).toBe(200)
  })
})
