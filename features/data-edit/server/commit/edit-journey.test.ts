import { startGameServerForTest } from '@qd/sandbox/testing'
import type { TestGameServer } from '@qd/sandbox/testing'
import { aCaller, everything } from '@qd/server-kit/testing'
import { openStoreForTest } from '@qd/store/testing'
import type { Store } from '@qd/store'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { DiffInfo } from '@qd/protocol-model'
import type { CommitReply, Edit } from '../../contract/index.ts'
import type { DataEditTables } from '../index.ts'
import { dataEditMigrations, freshKey, startEditConsole } from '../testing/start-edit-console.ts'

const U = '30123000045'

interface Read {
  version: string
  online: boolean
  data: Record<string, Record<string, never>>
}

let game: TestGameServer
let store: Store<DataEditTables>
let desk: ReturnType<typeof startEditConsole>

beforeEach(async () => {
  game = await startGameServerForTest({ sId: 123 })
  store = await openStoreForTest<DataEditTables>('sqlite', dataEditMigrations)
  desk = startEditConsole({ store, target: game.target })
})

afterEach(async () => {
  await desk.close()
  await game.stop()
  await store.close()
})

const read = async (diffs: string[]) => {
  const answer = await desk.admin.post<Read>(`/adjust/get?uId=${U}`, { diffs })
  expect(answer.http, answer.raw).toBe(200)
  return answer.body.data
}

const commit = (changes: object[], more: object = {}, as = desk.admin) =>
  as.post<CommitReply>(`/adjust/api/change?uId=${U}`, {
    version: '',
    changes,
    reason: 'ticket 12',
    idempotencyKey: freshKey(),
    ...more,
  })

const bagCount = async (item: string) => {
  const { data } = await read(['BagItem'])
  return (data['bag']?.[item] as unknown as { count: number } | undefined)?.count
}

const addTwo = async () => {
  const old = (await bagCount('10007'))!
  return { old, change: { diff: 'BagItem', key: '10007', path: ['count'], op: 'set', value: old + 2, old } }
}

describe('a player is read and edited on a real game server', () => {
  it('[S7.12] [S7.24] gives the fingerprint alone, and the definitions when asked', async () => {
    const short = await desk.admin.get<{ md5: string }>('/adjust/tipProtocol?sId=123')
    expect(short.body.data).toEqual({ md5: expect.stringMatching(/^[0-9a-f]{32}$/) })
    const full = await desk.admin.get<{ md5: string; protocol: { diffInfos: object } }>(
      '/adjust/tipProtocol?lineId=northwind-test&protocolJson=1',
    )
    expect(full.body.data.md5).toBe(short.body.data.md5)
    expect(full.body.data.protocol.diffInfos).toMatchObject({ BagItem: { netKey: 'bag', key: 'itemId' } })
  })

  it('[S3.17] tells of a type its fields, their names and its keys, and of a tip the type it is about', async () => {
    const full = await desk.admin.get<{
      protocol: { diffInfos: Record<string, DiffInfo>; protocols: Record<string, unknown>[] }
    }>('/adjust/tipProtocol?sId=123&protocolJson=1')
    const { diffInfos, protocols } = full.body.data.protocol
    const bag = diffInfos['BagItem']!
    expect(bag).toMatchObject({ name: 'BagItem', key: 'itemId', netKey: 'bag', comment: expect.any(String) })
    for (const field of bag.fields) expect(bag.names[field.fieldName]).toBe(field.name)
    expect(bag.fields.find(({ fieldName }) => fieldName === 'itemId')).toMatchObject({
      type: 'int',
      dataProvider: 'gameProp',
      comment: expect.any(String),
    })
    const types = Object.values(diffInfos).flatMap(({ fields }) => fields)
    const builtIn = ['int', 'string', 'float', 'array']
    for (const { type, itemType } of types) {
      expect(builtIn.includes(type) || Object.hasOwn(diffInfos, type)).toBe(true)
      if (type === 'array') expect(typeof itemType).toBe('string')
    }
    for (const tip of protocols) {
      expect(Object.keys(tip).toSorted()).toEqual(['diffInfo', 'doc', 'keyTip', 'type'])
      expect(Object.hasOwn(diffInfos, String(tip['diffInfo']))).toBe(true)
    }
  })

  it('definitions are told in the language of who asks, and only in it', async () => {
    const told = async (lang: string) => {
      const path = `/adjust/tipProtocol?uId=${U}&protocolJson=1`
      type Told = { md5: string; protocol: { diffInfos: Record<string, DiffInfo> } }
      const { md5, protocol } = (await desk.admin.get<Told>(path, { lang })).body.data
      const { name, texts } = protocol.diffInfos['CurrencyInfo']!.fields[0]!
      return { md5, name, texts }
    }
    const cn = await told('cn')
    expect(cn).toMatchObject({ name: '金币', texts: undefined })
    expect(await told('en')).toEqual({ ...cn, name: 'Gold' })
  })

  it('[S7.13] reads all modules, or those named, and names a module that does not exist', async () => {
    const all = await desk.admin.post<Read>(`/adjust/get?uId=${U}`)
    expect(Object.keys(all.body.data.data).length).toBeGreaterThan(10)
    const one = await read(['RoleInfo'])
    expect(Object.keys(one.data)).toEqual(['role'])
    expect(one.data['role']).toMatchObject({ name: '岚夜听潮', level: 72, uId: U })
    const none = await desk.admin.post(`/adjust/get?uId=${U}`, { diffs: ['RoleInfo', '__proto__'] })
    expect(none.http).toBe(400)
    expect(none.body.err).toMatchObject({ code: 'module_unknown', field: 'diffs.1' })
  })

  it('[S7.13] answers 404 for a player the server does not have', async () => {
    const answer = await desk.admin.post('/adjust/get?uId=30123999999', {})
    expect(answer.http).toBe(404)
    expect(answer.body.err?.code).toBe('player_not_found')
    expect(answer.body.msg).toContain('30123999999')
  })

  it('[S7.14] sends nothing without a uId', async () => {
    const answer = await desk.admin.post('/adjust/parseCommitAction', {
      version: '',
      changes: [{ diff: 'a', path: [], op: 'set' }],
    })
    expect(answer.http).toBe(400)
    expect(answer.body.err?.code).toBe('player_required')
  })

  it('[S7.14] tells what a commit would do, our refusals beside the game own, by index', async () => {
    const { change, old } = await addTwo()
    const answer = await desk.admin.post<{
      actions: { text: string }[]
      refused: { index: number; code: string }[]
      risk: string
    }>(`/adjust/parseCommitAction?uId=${U}`, {
      version: '',
      changes: [
        { diff: 'BagItem', key: '10007', path: ['count'], op: 'set', value: 'many', old },
        change,
        { diff: 'BagItem', key: '10012', path: ['count'], op: 'set', value: 11, old: 1 },
        { diff: 'RoleInfo', path: ['uId'], op: 'set', value: '1', old: U },
        { diff: 'RoleInfo', path: ['signature'], op: 'set', value: 'x', old: 'not what stands there' },
      ],
    })
    expect(answer.body.data.actions).toHaveLength(1)
    expect(answer.body.data.actions[0]?.text).toContain('×2')
    expect(answer.body.data.refused.map(({ index, code }) => [index, code])).toEqual([
      [0, 'wrong_type'],
      [2, 'over_limit'],
      [3, '2004'],
      [4, '2003'],
    ])
    expect(answer.body.data.risk).toBe('R2')
    expect(await bagCount('10007')).toBe(old)
  })

  it('[S3.02] a wrong word of what stands there passes no limit: the game compares it', async () => {
    const old = (await bagCount('10012'))!
    const above = { diff: 'BagItem', key: '10012', path: ['count'], op: 'set', value: 11 }
    const limited = await commit([{ ...above, old }])
    expect(limited.body.err).toMatchObject({ details: { refused: [{ code: 'over_limit' }] } })
    const forged = await commit([{ ...above, old: 99 }])
    expect(forged).toMatchObject({ http: 409, body: { err: { code: 'edit_conflict' } } })
    expect(await bagCount('10012')).toBe(old)
  })

  it('[S7.15] changes the player, keeps who and why, and reads back', async () => {
    const { change, old } = await addTwo()
    const answer = await commit([change])
    expect(answer.http, answer.raw).toBe(200)
    expect(answer.body.data).toMatchObject({
      results: [{ index: 0, status: 0 }],
      normalised: [],
      isReadBack: true,
    })
    expect(JSON.parse(answer.body.data.c[0]!.change)).toMatchObject({ itemId: 10007, count: old + 2 })
    expect(await bagCount('10007')).toBe(old + 2)
    const history = await desk.admin.post<{ list: Edit[]; more: boolean }>(
      `/adjust/history/list?uId=${U}`,
      {},
    )
    expect(history.body.data).toMatchObject({
      more: false,
      list: [{ actor: 'admin', reason: 'ticket 12', status: 'applied', changes: [change], undoOf: null }],
    })
    const done = game.lines.find(({ event }) => event === 'data.changed')
    expect(done?.facts).toMatchObject({ user: 'admin', reason: 'ticket 12', uId: U })
    expect(desk.audits.map(({ kind }) => kind)).toEqual(['intent', 'outcome'])
    expect(desk.audits[1]?.result).toMatchObject({
      status: 0,
      detail: { editId: answer.body.data.editId },
    })
  })

  it('[S7.15] tells what the game made of a value', async () => {
    const { data } = await read(['BagItem'])
    const [key, row] = Object.entries(data['bag']!)[0]!
    const itemId = Number(key)
    expect((await commit([{ diff: 'BagItem', key, path: [], op: 'remove', old: row }])).http).toBe(200)
    const answer = await commit([{ diff: 'BagItem', key, path: [], op: 'add', value: { itemId, count: 1 } }])
    expect(answer.http, answer.raw).toBe(200)
    expect(answer.body.data.normalised).toMatchObject([{ index: 0, stored: { itemId, count: 1, bind: 0 } }])
    const undone = await desk.admin.post<{ conflicts: unknown[] }>(`/adjust/history/undo?uId=${U}`, {
      editId: answer.body.data.editId,
      reason: 'back',
      idempotencyKey: freshKey(),
    })
    expect(undone.http, undone.raw).toBe(200)
    expect(undone.body.data.conflicts).toEqual([])
    expect(await bagCount(key)).toBeUndefined()
  })

  it('[S7.15] shows partial success row by row', async () => {
    const { change, old } = await addTwo()
    const answer = await commit([change, { diff: 'RoleInfo', path: ['uId'], op: 'set', value: '1', old: U }])
    expect(answer.http, answer.raw).toBe(200)
    expect(answer.body.data.results).toMatchObject([
      { index: 0, status: 0 },
      { index: 1, status: 422, code: '2004' },
    ])
    expect(await bagCount('10007')).toBe(old + 2)
    const history = await desk.admin.post<{ list: Edit[] }>(`/adjust/history/list?uId=${U}`, {})
    expect(history.body.data.list[0]?.status).toBe('partly')
  })

  it('[S7.15] refuses a commit whose every row the game refuses, and frees its key', async () => {
    const key = freshKey()
    const wrong = { diff: 'RoleInfo', path: ['uId'], op: 'set', value: '1', old: U }
    const answer = await commit([wrong], { idempotencyKey: key })
    expect([answer.http, answer.body.err?.code]).toEqual([422, 'edit_refused'])
    const { change } = await addTwo()
    expect((await commit([change], { idempotencyKey: key })).http).toBe(200)
  })

  it('[S7.15] refuses the whole commit for a row that cannot be right, before anything is written', async () => {
    const { change, old } = await addTwo()
    const answer = await commit([change, { ...change, path: ['nothing'] }])
    expect([answer.http, answer.body.err?.code, answer.body.err?.field]).toEqual([
      422,
      'edit_refused',
      'changes.1',
    ])
    expect(await bagCount('10007')).toBe(old)
    expect((await desk.admin.post<{ list: Edit[] }>(`/adjust/history/list?uId=${U}`)).body.data.list).toEqual(
      [],
    )
  })

  it('[S7.15] elements of a list are addressed by index, as a number too', async () => {
    const tags = ['RoleInfo', 'tags'] as const
    const old = (await read([tags[0]])).data['role']!['tags'] as unknown as string[]
    const add = { diff: tags[0], path: [tags[1], old.length], op: 'add', value: '守夜' }
    const answer = await commit([add])
    expect(answer.http, answer.raw).toBe(200)
    expect((await read([tags[0]])).data['role']!['tags']).toEqual([...old, '守夜'])
    const body = { editId: answer.body.data.editId, reason: 'back', idempotencyKey: freshKey() }
    expect((await desk.admin.post(`/adjust/history/undo?uId=${U}`, body)).http).toBe(200)
    expect((await read([tags[0]])).data['role']!['tags']).toEqual(old)
  })

  it('[S7.15] a value somebody else changed is 409 with loaded, current and mine', async () => {
    const { change, old } = await addTwo()
    await commit([{ ...change, value: old + 50 }])
    const late = await commit([change])
    expect([late.http, late.body.err?.code]).toEqual([409, 'edit_conflict'])
    expect(late.body.err?.details).toMatchObject({
      conflicts: [{ index: 0, loaded: old, current: old + 50, mine: old + 2 }],
      version: expect.stringMatching(/./),
    })
    expect(await bagCount('10007')).toBe(old + 50)
  })

  it('[S7.15] two operators who edit different values of one player both succeed', async () => {
    const { change } = await addTwo()
    const { data } = await read(['RoleInfo'])
    const old = data['role']!['signature'] as unknown as string
    const other = { diff: 'RoleInfo', path: ['signature'], op: 'set', value: '第二位', old }
    const both = await Promise.all([commit([change]), commit([other], {}, desk.editor)])
    expect(both.map(({ http }) => http)).toEqual([200, 200])
  })

  it('[S7.15] twenty copies of one commit change the player once and all get its answer', async () => {
    const { change, old } = await addTwo()
    const idempotencyKey = freshKey()
    const copies = await Promise.all(Array.from({ length: 20 }, () => commit([change], { idempotencyKey })))
    expect(new Set(copies.map(({ http }) => http))).toEqual(new Set([200]))
    expect(new Set(copies.map(({ body }) => body.data.editId)).size).toBe(1)
    expect(copies.filter(({ body }) => body.data.replayed !== true)).toHaveLength(1)
    expect(await bagCount('10007')).toBe(old + 2)
    expect(game.lines.filter(({ event }) => event === 'data.changed')).toHaveLength(1)
    const late = await commit([change], { idempotencyKey })
    expect(late.body.data).toMatchObject({ editId: copies[0]?.body.data.editId, replayed: true })
    const other = await commit([{ ...change, value: old + 3 }], { idempotencyKey })
    expect([other.http, other.body.err?.code]).toEqual([409, 'idempotency_conflict'])
  })

  it('[S7.15] int64 travels as text and stays exact', async () => {
    // More than an edit may give lies there already, so that the rise is within the limit of the currency.
    const old = '9223372036854775800'
    game.server.game.player(U).document.currency.gold = old
    expect((await read(['CurrencyInfo'])).data['currency']!['gold']).toBe(old)
    const gold = { diff: 'CurrencyInfo', path: ['gold'], op: 'set', value: '9223372036854775807', old }
    expect((await commit([gold])).http).toBe(200)
    expect((await read(['CurrencyInfo'])).data['currency']!['gold']).toBe('9223372036854775807')
    // What a program's JSON makes of 2^53 + 1.
    const lossy = await commit([{ ...gold, value: 2 ** 53 + 2, old: '9223372036854775807' }])
    expect([lossy.http, lossy.body.err?.code]).toEqual([422, 'edit_refused'])
  })
})

describe('open editors of a player are told', () => {
  it('of each commit once, and only of their player', async () => {
    const [channel] = desk.feature.channels ?? []
    const place = { game: 'lantern', uId: U }
    const mine: unknown[] = []
    const others: unknown[] = []
    const caller = aCaller('admin', [everything])
    const end = await channel!.open({ uId: U }, { caller, place, send: (event) => mine.push(event) })
    await channel!.open(
      { uId: '1' },
      { caller, place: { ...place, uId: '1' }, send: (event) => others.push(event) },
    )
    const { change } = await addTwo()
    const answer = await commit([change])
    await expect.poll(() => mine).toHaveLength(1)
    const { editId, c, version } = answer.body.data
    expect(mine[0]).toEqual({ editId, actor: 'admin', at: expect.any(Number), c, version })
    await end()
    await commit([{ ...change, value: change.old, old: change.value }])
    expect([mine.length, others.length]).toEqual([1, 0])
  })

  it('without the changes when they are too big to travel', async () => {
    const [channel] = desk.feature.channels ?? []
    const events: { c: unknown[] }[] = []
    const caller = aCaller('admin', [everything])
    const place = { game: 'lantern', uId: U }
    await channel!.open(
      { uId: U },
      { caller, place, send: (event) => events.push(event as { c: unknown[] }) },
    )
    const { data } = await read(['MailInfo'])
    const rows = Object.entries(data['mail']!)
    const body = '灯'.repeat(660)
    const changes = rows.map(([key, row]) => {
      return {
        diff: 'MailInfo',
        key,
        path: ['body'],
        op: 'set',
        value: body,
        old: (row as { body: string }).body,
      }
    })
    const answer = await commit(changes)
    expect(answer.http, answer.raw).toBe(200)
    expect(Buffer.byteLength(JSON.stringify(answer.body.data.c))).toBeGreaterThan(7_500)
    await expect.poll(() => events).toHaveLength(1)
    expect(events[0]?.c).toEqual([])
  })
})
