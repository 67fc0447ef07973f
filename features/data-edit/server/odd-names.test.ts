import { startLyingGame } from '@qd/adapter-standard/testing'
import type { LyingGame } from '@qd/adapter-standard/testing'
import { openStoreForTest } from '@qd/store/testing'
import type { Store } from '@qd/store'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { ChangeVerdict, CommitReply } from '../contract/index.ts'
import type { DataEditTables } from './index.ts'
import { dataEditMigrations, freshKey, startEditConsole } from './testing/start-edit-console.ts'

const U = '30123000045'
const field = (fieldName: string, type = 'int') => ({ name: '', type, fieldName, comment: '' })
const ODD = ['', 'a.b', 'two words', '道具-1', '7', 'toString', 'length', '$price']

const PROTOCOL = {
  md5: 'odd',
  protocols: [],
  diffInfos: {
    'Odd.Info': {
      name: 'Odd.Info',
      comment: '',
      names: {},
      key: '',
      netKey: 'hasOwnProperty',
      fields: [...ODD.map((name) => field(name)), field('constructor')],
    },
    Bag: {
      name: 'Bag',
      comment: '',
      names: {},
      key: 'id',
      netKey: 'bag',
      fields: [field('id'), field('count')],
    },
    Gem: {
      name: 'Gem',
      comment: '',
      names: {},
      key: 'id',
      netKey: 'gem',
      fields: [field('id'), field('__proto__'), field('power')],
    },
    prototype: { name: 'prototype', comment: '', names: {}, key: '', netKey: 'x', fields: [] },
  },
}
/** As a game would send it: an own `__proto__` cannot be written as an object literal. */
const TABLES = JSON.parse(
  `{"hasOwnProperty":{${ODD.map((name) => `${JSON.stringify(name)}:1`).join(',')},"constructor":5},
    "bag":{"1":{"id":1,"count":2,"prototype":3},"2":{"id":2,"count":2}},
    "gem":{"1":{"id":1,"__proto__":9,"power":1}}}`,
) as object

let game: LyingGame
let store: Store<DataEditTables>
let test: ReturnType<typeof startEditConsole>
let sent: { diff: string }[] = []

beforeEach(async () => {
  sent = []
  game = await startLyingGame()
  const honest = game.honest.answer.bind(game.honest)
  game.honest.answer = (name, body, key) => {
    if (name === 'protocol')
      return { status: 0, msg: '', data: body['full'] === '1' ? PROTOCOL : { md5: 'odd' } }
    if (name === 'dataGet')
      return { status: 0, msg: '', data: { version: '1', online: false, tables: TABLES } }
    if (name === 'dataCheck') return { status: 0, msg: '', data: { actions: [] } }
    if (name !== 'dataChange') return honest(name, body, key)
    sent = body['changes'] as typeof sent
    const results = sent.map((_, index) => ({ index, status: 0, code: 0, msg: '' }))
    return { status: 0, msg: '', data: { version: '2', c: [], results } }
  }
  store = await openStoreForTest<DataEditTables>('sqlite', dataEditMigrations)
  test = startEditConsole({ store, target: game.target })
})
afterEach(async () => {
  await test.close()
  await game.stop()
  await store.close()
})

const commit = (change: object) =>
  test.editor.post<CommitReply>(`/adjust/api/change?uId=${U}`, {
    version: '1',
    changes: [change],
    reason: 'ticket',
    idempotencyKey: freshKey(),
  })
const check = (change: object) =>
  test.editor.post<{ refused: ChangeVerdict[] }>(`/adjust/parseCommitAction?uId=${U}`, {
    version: '1',
    changes: [change],
  })

describe('a game that names its fields as it likes', () => {
  it('[S7.12] is read with every name but those that reach prototypes, which are told', async () => {
    const { body } = await test.editor.get<{
      protocol: {
        leftOut: string[]
        diffInfos: Record<string, { leftOut?: string[]; fields: { fieldName: string }[] }>
      }
    }>('/adjust/tipProtocol?sId=123&protocolJson=1')
    const { diffInfos, leftOut } = body.data.protocol
    expect(Object.keys(diffInfos)).toEqual(['Odd.Info', 'Bag', 'Gem'])
    expect(diffInfos['Odd.Info']?.fields.map(({ fieldName }) => fieldName)).toEqual(ODD)
    expect(diffInfos['Odd.Info']?.leftOut).toEqual(['constructor'])
    expect(diffInfos['Bag']).not.toHaveProperty('leftOut')
    expect(leftOut).toEqual(['prototype'])
  })

  it('[S7.13] its data is read, and what is left out of it told by place', async () => {
    const { body } = await test.editor.post<{ data: object; leftOut: object[] }>(`/adjust/get?uId=${U}`, {})
    expect(body.data.data).toEqual({
      hasOwnProperty: Object.fromEntries(ODD.map((name) => [name, 1])),
      bag: { 1: { id: 1, count: 2 }, 2: { id: 2, count: 2 } },
      gem: { 1: { id: 1, power: 1 } },
    })
    expect(body.data.leftOut).toHaveLength(3)
    expect(body.data.leftOut).toEqual(
      expect.arrayContaining([
        { path: ['hasOwnProperty'], names: ['constructor'] },
        { path: ['bag', '1'], names: ['prototype'] },
        { path: ['gem', '1'], names: ['__proto__'] },
      ]),
    )
  })

  it.each(ODD)('[S7.15] the field %j is changed and found again in the history', async (name) => {
    const change = { diff: 'Odd.Info', path: [name], op: 'set', value: 2, old: 1 }
    expect((await commit(change)).http).toBe(200)
    expect(sent).toEqual([change])
    const asked = { place: { diff: 'Odd.Info', path: [name] } }
    const { body } = await test.editor.post<{ list: { changes: object[] }[] }>(
      `/adjust/history/list?uId=${U}`,
      asked,
    )
    expect(body.data.list.map(({ changes }) => changes)).toEqual([[change]])
  })

  const whole: [string, object, string][] = [
    [
      'add a row of a type that declares one',
      { diff: 'Gem', key: '2', path: [], op: 'add', value: { id: 2 } },
      '__proto__',
    ],
    ['remove one', { diff: 'Gem', key: '1', path: [], op: 'remove', old: { id: 1, power: 1 } }, '__proto__'],
    [
      'replace one',
      { diff: 'Gem', key: '1', path: [], op: 'set', value: { id: 1, power: 2 }, old: { id: 1, power: 1 } },
      '__proto__',
    ],
    [
      'remove a row whose data has one',
      { diff: 'Bag', key: '1', path: [], op: 'remove', old: { id: 1, count: 2 } },
      'prototype',
    ],
    [
      'replace a row whose data has one',
      { diff: 'Bag', key: '1', path: [], op: 'set', value: { id: 1, count: 3 }, old: { id: 1, count: 2 } },
      'prototype',
    ],
  ]
  it.each(whole)('[S7.14] refuses to %s, by name, in check and commit', async (_what, change, name) => {
    const { body } = await check(change)
    expect(body.data.refused).toMatchObject([{ code: 'left_out', msg: expect.stringContaining(name) }])
    expect(await commit(change)).toMatchObject({ http: 422, body: { err: { code: 'edit_refused' } } })
    expect(sent).toEqual([])
  })

  it.each<[string, object]>([
    [
      'a field beside a declared one',
      { diff: 'Gem', key: '1', path: ['power'], op: 'set', value: 2, old: 1 },
    ],
    [
      'a field beside one in the data',
      { diff: 'Bag', key: '1', path: ['count'], op: 'set', value: 3, old: 2 },
    ],
    ['a row without any', { diff: 'Bag', key: '2', path: [], op: 'remove', old: { id: 2, count: 2 } }],
    ['a new row', { diff: 'Bag', key: '3', path: [], op: 'add', value: { id: 3, count: 1 } }],
  ])('[S7.15] changes %s', async (_what, change) => {
    expect((await check(change)).body.data.refused).toEqual([])
    expect((await commit(change)).http).toBe(200)
    expect(sent).toEqual([change])
  })
})
