import { startLyingGame } from '@qd/adapter-standard/testing'
import type { LyingGame } from '@qd/adapter-standard/testing'
import type { Excess } from '@qd/item-limits'
import type { LimitedUse, LimitsPort } from '@qd/server-kit'
import { openStoreForTest } from '@qd/store/testing'
import type { Store } from '@qd/store'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import type { ChangeVerdict } from '../../contract/index.ts'
import type { DataEditTables } from '../index.ts'
import { dataEditMigrations, freshKey, startEditConsole } from '../testing/start-edit-console.ts'

const U = '30123000045'
const field = (fieldName: string, more: object = {}) => ({
  name: '',
  type: 'int',
  fieldName,
  comment: '',
  ...more,
})
const PROTOCOL = {
  md5: 'limits',
  protocols: [],
  diffInfos: {
    Bag: {
      name: 'Bag',
      comment: '',
      names: {},
      key: 'id',
      netKey: 'bag',
      fields: [field('id', { dataProvider: 'gameProp' }), field('count')],
    },
  },
}

/** A ledger that answers as told, and keeps what it is asked. */
function recordingLimits() {
  const asked: { use: LimitedUse; key?: string; evenBeyond?: boolean | undefined }[] = []
  const port: LimitsPort = {
    ofAction: async () => new Map([['1', 50n]]),
    check: async (use) => {
      asked.push({ use })
      return told.excess
    },
    reserve: async (use, key, { evenBeyond } = {}) => {
      if (told.isBroken) throw new Error('no room')
      asked.push({ use, key, evenBeyond })
      return { isReserved: true, excess: [] }
    },
    recount: async () => {},
    release: async () => {},
  }
  const told = { port, asked, excess: [] as Excess[], isBroken: false, faults: [] as unknown[] }
  return told
}

let game: LyingGame
let store: Store<DataEditTables>
let test: ReturnType<typeof startEditConsole>
let limits: ReturnType<typeof recordingLimits>
let refuses: number[] = []

beforeAll(async () => {
  game = await startLyingGame()
  const honest = game.honest.answer.bind(game.honest)
  const ok = (data: object) => ({ status: 0, msg: '', data })
  game.honest.answer = (name, body, key) => {
    if (name === 'protocol') return ok(body['full'] === '1' ? PROTOCOL : { md5: 'limits' })
    if (name === 'limits')
      return ok([
        { number: 1, quantity: 500 },
        { number: 2, quantity: 20 },
      ])
    if (name === 'dataGet') return ok({ version: '1', online: false, tables: { bag: {} } })
    if (name === 'dataCheck') return ok({ actions: [] })
    if (name !== 'dataChange') return honest(name, body, key)
    const results = (body['changes'] as object[]).map((_, index) =>
      refuses.includes(index)
        ? { index, status: 409, code: 2004, msg: 'no' }
        : { index, status: 0, code: 0, msg: '' },
    )
    return ok({ version: '2', c: [], results })
  }
  store = await openStoreForTest<DataEditTables>('sqlite', dataEditMigrations)
  limits = recordingLimits()
  const items = { limits: limits.port, onFault: (error: unknown) => void limits.faults.push(error) }
  test = startEditConsole({ store, target: game.target, items })
})
afterAll(async () => {
  await test.close()
  await game.stop()
  await store.close()
})
beforeEach(() => {
  refuses = []
  Object.assign(limits, { excess: [], isBroken: false })
  limits.asked.length = 0
  limits.faults.length = 0
})

const set = (key: string, old: number, value: number) => ({
  diff: 'Bag',
  key,
  path: ['count'],
  op: 'set',
  value,
  old,
})
const add = (key: string, count: number) => ({
  diff: 'Bag',
  key,
  path: [],
  op: 'add',
  value: { id: Number(key), count },
})
type Checked = { refused: ChangeVerdict[]; warnings: { code: string; text: string }[] }
const check = async (changes: object[]) =>
  (
    await test.editor.post<Checked>(
      `/adjust/parseCommitAction?uId=${U}`,
      { version: '1', changes },
      { lang: 'en' },
    )
  ).body.data
const commit = (changes: object[]) =>
  test.editor.post<{ editId: string }>(`/adjust/api/change?uId=${U}`, {
    version: '1',
    changes,
    reason: 'ticket',
    idempotencyKey: freshKey(),
  })

it('an edit counts what it gives: by how much quantities rise, once it is made', async () => {
  const answer = await commit([set('1', 5, 12), set('2', 9, 3), add('3', 4)])
  expect(answer.http).toBe(200)
  expect(limits.asked).toEqual([
    {
      key: `edit:${answer.body.data.editId}`,
      evenBeyond: true,
      use: {
        kind: 'edit',
        gifts: [
          {
            entries: [
              { number: '1', quantity: '7' },
              { number: '3', quantity: '4' },
            ],
            to: { uIds: [U] },
          },
        ],
        lineId: 'northwind-test',
        person: { id: 'id-editor', name: 'editor' },
        about: answer.body.data.editId,
      },
    },
  ])
})

it('what the game refused is not counted, and what gives nothing asks nobody', async () => {
  refuses = [0]
  await commit([set('1', 5, 12), add('3', 4)])
  expect(limits.asked[0]?.use.gifts[0]?.entries).toEqual([{ number: '3', quantity: '4' }])
  limits.asked.length = 0
  await commit([set('1', 5, 4)])
  expect(limits.asked).toEqual([])
})

it('an edit that is made stays made where it cannot be counted; the console hears of it', async () => {
  limits.isBroken = true
  expect((await commit([set('1', 5, 6)])).http).toBe(200)
  expect(limits.faults).toMatchObject([{ message: 'no room' }])
})

it('[S7.14] a check warns of a limit of the day, with its number', async () => {
  limits.excess = [
    { number: '1', kind: 'player_day', source: 'console', limit: '10', used: '8', asked: '7', over: '5' },
    { number: '1', kind: 'action', source: 'game', limit: '5', used: '0', asked: '7', over: '2' },
  ]
  const { warnings, refused } = await check([set('1', 5, 12)])
  expect(refused).toEqual([])
  expect(warnings).toEqual([
    { code: 'item_limit', text: 'Item 1: the player would have got 15 today, above the limit of 10' },
  ])
})

it('[S7.14] the lower of game and console refuses a quantity', async () => {
  const { refused } = await check([set('1', 5, 51), set('2', 5, 21)])
  expect(refused.map(({ index, code }) => [index, code])).toEqual([
    [0, 'over_limit'],
    [1, 'over_limit'],
  ])
  expect((await check([set('1', 5, 50), set('2', 5, 20)])).refused).toEqual([])
})
