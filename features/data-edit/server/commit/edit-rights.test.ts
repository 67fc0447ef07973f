import { startGameServerForTest } from '@qd/sandbox/testing'
import type { TestGameServer } from '@qd/sandbox/testing'
import { aCaller } from '@qd/server-kit/testing'
import { openStoreForTest } from '@qd/store/testing'
import type { Store } from '@qd/store'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { CommitReply, Edit } from '../../contract/index.ts'
import type { DataEditTables } from '../index.ts'
import {
  dataEditMigrations,
  freshKey,
  ordinaryEditor,
  startEditConsole,
} from '../testing/start-edit-console.ts'

const U = '30123000045'
let game: TestGameServer
let store: Store<DataEditTables>
let test: ReturnType<typeof startEditConsole>
let production: ReturnType<typeof startEditConsole>

beforeAll(async () => {
  game = await startGameServerForTest({ sId: 123 })
  store = await openStoreForTest<DataEditTables>('sqlite', dataEditMigrations)
  test = startEditConsole({ store, target: game.target })
  production = startEditConsole({ store, target: game.target, environment: 'production' })
})
afterAll(async () => {
  await test.close()
  await production.close()
  await game.stop()
  await store.close()
})

let diamond = 0
let stamina = 0
beforeEach(async () => {
  const body = { diffs: ['CurrencyInfo', 'RoleInfo'] }
  const { body: answer } = await test.admin.post<{
    data: { currency: { diamond: number }; role: { stamina: number } }
  }>(`/adjust/get?uId=${U}`, body)
  diamond = answer.data.data.currency.diamond
  stamina = answer.data.data.role.stamina
})

const spend = () => ({ diff: 'CurrencyInfo', path: ['diamond'], op: 'set', value: diamond + 1, old: diamond })
const tire = () => {
  const value = stamina === 0 ? 1 : stamina - 1
  return { diff: 'RoleInfo', path: ['stamina'], op: 'set', value, old: stamina }
}
const order = (changes: object[], more: object = {}) => ({
  version: '',
  changes,
  reason: 'ticket 12',
  idempotencyKey: freshKey(),
  ...more,
})
type Door = ReturnType<typeof startEditConsole>['admin']
const commit = (as: Door, changes: object[], more: object = {}) =>
  as.post<CommitReply>(`/adjust/api/change?uId=${U}`, order(changes, more))

describe('sensitive fields', () => {
  it('[S6.02] need a permission of their own, in the check and in the commit', async () => {
    const check = await test.editor.post<{ refused: object[]; risk: string }>(
      `/adjust/parseCommitAction?uId=${U}`,
      {
        version: '',
        changes: [spend(), tire()],
      },
    )
    expect(check.body.data.refused).toMatchObject([{ index: 0, status: 403, code: 'field_forbidden' }])
    expect(check.body.data.risk).toBe('R3')
    const denied = await commit(test.editor, [tire(), spend()])
    expect([denied.http, denied.body.err?.code, denied.body.err?.field]).toEqual([
      403,
      'field_forbidden',
      'changes.1',
    ])
    expect((await commit(test.editor, [tire()])).http).toBe(200)
    expect((await commit(test.admin, [spend()])).http).toBe(200)
  })

  it('[S6.02] hidden in a whole row or object count as well', async () => {
    const row = { diff: 'ShopGoods', key: '1', path: [], op: 'remove', old: {} }
    const denied = await commit(test.editor, [row])
    expect([denied.http, denied.body.err?.code]).toEqual([403, 'field_forbidden'])
  })

  it('[S7.15] in production ask for the typed uId, ordinary fields do not', async () => {
    expect((await commit(production.admin, [tire()])).http).toBe(200)
    const bare = await commit(production.admin, [spend()])
    expect(bare.http).toBe(428)
    expect(bare.body.err).toMatchObject({ code: 'confirm_required', details: { risk: 'R3', expected: U } })
    expect((await commit(production.admin, [spend()], { confirm: '30123000046' })).http).toBe(428)
    expect((await commit(production.admin, [spend()], { confirm: U })).http).toBe(200)
  })

  it('an undo of them is as sensitive as the edit', async () => {
    const { body } = await commit(test.admin, [spend()])
    const undo = () => ({ editId: body.data.editId, reason: 'back', idempotencyKey: freshKey() })
    const path = `/adjust/history/undo?uId=${U}`
    expect((await test.editor.post(path, undo())).body.err?.code).toBe('field_forbidden')
    expect((await production.admin.post(path, undo())).http).toBe(428)
    expect((await production.admin.post(path, { ...undo(), confirm: U })).http).toBe(200)
  })
})

describe('who may do what', () => {
  const elsewhere = { ...ordinaryEditor, scope: 'lantern/harbour' }
  const calls: [string, object][] = [
    [`/adjust/get?uId=${U}`, {}],
    [
      `/adjust/parseCommitAction?uId=${U}`,
      { version: '', changes: [{ diff: 'RoleInfo', path: ['likes'], op: 'set', value: 1, old: 0 }] },
    ],
    [
      `/adjust/api/change?uId=${U}`,
      order([{ diff: 'RoleInfo', path: ['likes'], op: 'set', value: 1, old: 0 }]),
    ],
    [`/adjust/history/list?uId=${U}`, {}],
    [`/adjust/history/undoPreview?uId=${U}`, { editId: 'x' }],
    [`/adjust/history/undo?uId=${U}`, { editId: 'x', reason: 'r', idempotencyKey: 'key-12345' }],
  ]

  it.each(calls)(
    '%s: 401 without login, 403 without permission and for a foreign operator',
    async (path, body) => {
      expect((await test.anonymous.post(path, body)).http).toBe(401)
      const none = test.as(aCaller('none', [{ ...ordinaryEditor, codes: ['index.other'] }]))
      expect((await none.post(path, body)).body.err?.code).toBe('forbidden')
      const foreign = test.as(aCaller('foreign', [elsewhere]))
      expect((await foreign.post(path, body)).body.err?.code).toBe('scope_forbidden')
    },
  )

  it.each([
    ['version', { version: 5 }],
    ['changes', { changes: [] }],
    ['changes.0.op', { changes: [{ diff: 'a', path: [], op: 'burn' }] }],
    ['changes.0.path', { changes: [{ diff: 'a', path: 'x', op: 'set' }] }],
    ['reason', { reason: '  ' }],
    ['idempotencyKey', { idempotencyKey: 'short' }],
    ['onlinePolicy', { onlinePolicy: 'ask' }],
  ])('[S7.15] bad input is 400 and names %s', async (field, wrong) => {
    const answer = await commit(test.admin, [tire()], wrong)
    expect([answer.http, answer.body.err?.field]).toEqual([400, field])
  })

  it('[S7.15] keys that reach prototypes are refused anywhere', async () => {
    const text = JSON.stringify(order([tire()])).replace('"old"', '"__proto__":{"a":1},"old"')
    const answer = await test.app.inject({
      method: 'POST',
      url: `/adjust/api/change?uId=${U}`,
      headers: { token: 'admin', 'content-type': 'application/json' },
      payload: text,
    })
    expect([answer.statusCode, answer.json().err.code]).toEqual([400, 'key_forbidden'])
  })

  it('an edit belongs to its player', async () => {
    const { body } = await commit(test.admin, [tire()])
    const other = await test.admin.post('/adjust/history/undoPreview?uId=30123000001', {
      editId: body.data.editId,
    })
    expect([other.http, other.body.err?.code]).toEqual([404, 'edit_not_found'])
  })

  it('the history pages by id and filters by module', async () => {
    for (let step = 0; step < 3; step += 1) {
      const { body } = await test.admin.post<{ data: { role: { stamina: number } } }>(
        `/adjust/get?uId=${U}`,
        { diffs: ['RoleInfo'] },
      )
      stamina = body.data.data.role.stamina
      expect((await commit(test.admin, [tire()])).http).toBe(200)
    }
    type Page = { list: Edit[]; more: boolean }
    const path = `/adjust/history/list?uId=${U}`
    const first = (await test.admin.post<Page>(path, { limit: 2 })).body.data
    expect(first.more).toBe(true)
    const next = (await test.admin.post<Page>(path, { limit: 100, before: first.list[1]!.id })).body.data
    const ids = [...first.list, ...next.list].map(({ id }) => id)
    expect(ids).toEqual(ids.toSorted().toReversed())
    expect(new Set(ids).size).toBe(ids.length)
    const money = (await test.admin.post<Page>(path, { diff: 'CurrencyInfo', limit: 100 })).body.data.list
    expect(money.length).toBeGreaterThan(0)
    expect(money.every(({ changes }) => changes.some(({ diff }) => diff === 'CurrencyInfo'))).toBe(true)
  })
})
