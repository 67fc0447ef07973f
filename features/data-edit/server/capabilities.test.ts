import { startLyingGame } from '@qd/adapter-standard/testing'
import type { LyingGame } from '@qd/adapter-standard/testing'
import type { GameGroupName } from '@qd/game-contract/adapter'
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

/** The definition, a reading, a check and a change. */
async function useAll(): Promise<number[]> {
  const changes = [{ diff: 'Role', path: ['level'], op: 'set', value: 73, old: 72 }]
  const body = { version: '1', changes }
  const commit = { ...body, reason: 'ticket', idempotencyKey: freshKey() }
  const answers = [
    await test.editor.get('/adjust/tipProtocol?sId=123'),
    await test.editor.post(`/adjust/get?uId=${U}`, {}),
    await test.editor.post(`/adjust/parseCommitAction?uId=${U}`, body),
    await test.editor.post(`/adjust/api/change?uId=${U}`, commit),
  ]
  return answers.map(({ http }) => http)
}

describe('a server of contract 1.x that lists no capability', () => {
  it('[S7.15] is read, checked and changed all the same', async () => {
    expect(await useAll()).toEqual([200, 200, 200, 200])
  })
})

describe('an adapter that offers few groups', () => {
  const offering = async (...offers: GameGroupName[]) => {
    await test.close()
    test = startEditConsole({ store, target: game.target, offers })
  }

  it('is enough with the definition and the data: nobody needs its upper limits', async () => {
    await offering('protocol', 'data')
    expect(await useAll()).toEqual([200, 200, 200, 200])
    expect(new Set(game.calls.map(({ name }) => name))).not.toContain('limits')
  })

  it('without the data says that it is not offered, and leaves no edit of which nobody knows', async () => {
    await offering('protocol')
    expect(await useAll()).toEqual([200, 409, 409, 409])
    const { body } = await test.editor.post(`/adjust/get?uId=${U}`, {})
    expect(body.err).toMatchObject({ code: 'capability_missing', retryable: false })
    const edits = await store.read.selectFrom('player_edit').select('status').execute()
    expect([edits, game.calls.filter(({ name }) => name.startsWith('data'))]).toEqual([
      [{ status: 'refused' }],
      [],
    ])
  })
})
