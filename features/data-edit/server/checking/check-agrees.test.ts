import { startLyingGame } from '@qd/adapter-standard/testing'
import type { LyingGame } from '@qd/adapter-standard/testing'
import { openStoreForTest } from '@qd/store/testing'
import type { Store } from '@qd/store'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
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
  md5: 'agrees',
  protocols: [],
  diffInfos: {
    Bag: {
      name: 'Bag',
      comment: '',
      names: {},
      key: 'id',
      netKey: 'bag',
      fields: [
        field('id', { dataProvider: 'gameProp' }),
        field('count'),
        field('price', { sensitive: true }),
      ],
    },
    Chest: {
      name: 'Chest',
      comment: '',
      names: {},
      key: 'id',
      netKey: 'chest',
      fields: [field('id', { dataProvider: 'gameProp' }), field('count')],
    },
    Note: {
      name: 'Note',
      comment: '',
      names: {},
      key: 'id',
      netKey: 'note',
      fields: [field('id'), field('size', { max: '10' })],
    },
  },
}
const TABLES = {
  bag: { 1: { id: 1, count: 900, price: 3 }, 2: { id: 2, count: 5, price: 3 } },
  chest: {},
  note: { 1: { id: 1, size: 2, prototype: 3 }, 2: { id: 2, size: 2 } },
}

let game: LyingGame
let store: Store<DataEditTables>
let test: ReturnType<typeof startEditConsole>
let isOnline = false
let sent: object[] = []

beforeAll(async () => {
  game = await startLyingGame()
  game.honest.onlinePolicies = ['refuse', 'kick']
  const honest = game.honest.answer.bind(game.honest)
  const ok = (data: object) => ({ status: 0, msg: '', data })
  game.honest.answer = (name, body, key) => {
    if (name === 'protocol') return ok(body['full'] === '1' ? PROTOCOL : { md5: 'agrees' })
    if (name === 'limits') return ok([{ number: 1, quantity: 500 }])
    if (name === 'dataGet') return ok({ version: '1', online: isOnline, tables: TABLES })
    if (name === 'dataCheck') return ok({ actions: [] })
    if (name !== 'dataChange') return honest(name, body, key)
    sent = body['changes'] as object[]
    return ok({
      version: '2',
      c: [],
      results: sent.map((_, index) => ({ index, status: 0, code: 0, msg: '' })),
    })
  }
  store = await openStoreForTest<DataEditTables>('sqlite', dataEditMigrations)
  test = startEditConsole({ store, target: game.target })
})
afterAll(async () => {
  await test.close()
  await game.stop()
  await store.close()
})
beforeEach(() => {
  isOnline = false
  sent = []
})

/** A set of `Diff key field`, from a value to another. */
const set = (place: string, old: number, value: number) => {
  const [diff, key, name] = place.split(' ')
  return { diff, key, path: [name], op: 'set', value, old }
}
type Checked = { refused: ChangeVerdict[]; warnings: { code: string }[] }
const check = (changes: object[], more: object = {}) =>
  test.editor.post<Checked>(`/adjust/parseCommitAction?uId=${U}`, { version: '1', changes, ...more })
const commit = (changes: object[], more: object = {}) =>
  test.editor.post<object>(`/adjust/api/change?uId=${U}`, {
    version: '1',
    changes,
    reason: 'ticket',
    idempotencyKey: freshKey(),
    ...more,
  })
type Refusal = { details?: { refused?: ChangeVerdict[] } }

describe('check and commit agree', () => {
  const tooBig = set('Note 1 size', 2, 11)
  const keepsName = { diff: 'Note', key: '1', path: [], op: 'remove', old: { id: 1, size: 2 } }
  const forbidden = set('Bag 1 price', 3, 4)
  const over = set('Bag 2 count', 5, 6)
  const overLimit = set('Bag 1 count', 900, 901)

  it.each<[string, object[]]>([
    ['a row that keeps a name beside a value out of range', [tooBig, keepsName]],
    ['a sensitive field beside other faults', [tooBig, overLimit, forbidden]],
    ['a limit', [over, overLimit]],
    ['a whole row over its limit', [{ ...overLimit, path: [], value: { id: 1, count: 901, price: 3 } }]],
  ])('[S7.14] %s: both name the same changes for the same causes', async (_what, changes) => {
    const { refused } = (await check(changes)).body.data
    const answer = await commit(changes)
    expect(answer.http).toBeGreaterThanOrEqual(400)
    const told = (answer.body.err as Refusal).details?.refused
    expect(refused.length).toBeGreaterThan(0)
    expect(told).toEqual(refused)
    expect(sent).toEqual([])
  })

  it('[S7.14] a removed row that keeps a name is named although another change is wrong too', async () => {
    const { refused } = (await check([tooBig, keepsName])).body.data
    expect(refused.map(({ index, code }) => [index, code])).toEqual([
      [0, 'above_max'],
      [1, 'left_out'],
    ])
  })

  it('[S3.02] what is above its limit already may be lowered, and not raised', async () => {
    const lower = [set('Bag 1 count', 900, 899)]
    expect((await check(lower)).body.data.refused).toEqual([])
    expect((await commit(lower)).http).toBe(200)
    expect(sent).toEqual(lower)
    expect((await check([overLimit])).body.data.refused).toMatchObject([{ code: 'over_limit' }])
  })

  it('[S3.02] what an added row is said to replace lifts no limit', async () => {
    const row = { id: 1, count: 999_999 }
    const added = [{ diff: 'Chest', key: '1', path: [], op: 'add', value: row, old: { count: 9_999_999 } }]
    expect((await check(added)).body.data.refused).toMatchObject([{ index: 0, code: 'over_limit' }])
    const answer = await commit(added)
    expect(answer.http).toBe(422)
    expect(answer.body.err).toMatchObject({ details: { refused: [{ code: 'over_limit' }] } })
    expect(sent).toEqual([])
  })

  it('[ED.152] a policy the server has not declared is refused by both', async () => {
    const codes = [
      await check([over], { onlinePolicy: 'live' }),
      await commit([over], { onlinePolicy: 'live' }),
    ]
    expect(codes.map(({ body }) => body.err?.code)).toEqual(['policy_not_offered', 'policy_not_offered'])
  })

  it('[ED.152] the check says of a player online that this policy refuses the commit', async () => {
    const warned = async (onlinePolicy: string) =>
      (await check([over], { onlinePolicy })).body.data.warnings.map(({ code }) => code)
    expect(await warned('refuse')).toEqual([])
    isOnline = true
    expect(await warned('refuse')).toEqual(['player_online'])
    expect(await warned('kick')).toEqual([])
  })
})
