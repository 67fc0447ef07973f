import { QD1 } from '@qd/game-frame'
import { aCaller, aServer, createTestApp, fixedScope } from '@qd/server-kit/testing'
import { describeStored } from '@qd/store/testing'
import { expect, test } from 'vitest'
import { Accounts } from './gateway/connection/accounts.ts'
import type { GatewayTables } from './gateway/gateway-tables.ts'
import { simulatorMigrations } from './index.ts'
import { Addresses } from './records/addresses.ts'
import type { RecordTables } from './records/record-tables.ts'
import { Records } from './records/records.ts'
import { serveRecords } from './records/serve-records.ts'

const line = aServer({ environment: 'dev' })
const codes = ['mock.simulator.connect', 'mock.simulator.records.manage', 'mock.simulator.addresses.manage']

describeStored('what the simulator keeps', simulatorMigrations, (open) => {
  const reached = (rows: object[]) => ({ players: { lookup: async () => rows }, target: {} }) as never

  const [here, there, elsewhere] = [
    aServer({ sId: 123 }),
    aServer({ sId: 124, key: 'lantern:1:124' }),
    aServer({ game: 'tides' }),
  ]
  const phone = { kind: 'device', deviceId: 'phone' } as const
  const uId = '30123000045'

  test('a device stays with its player; who the console made stays so while the game says the same', async () => {
    const accounts = new Accounts(await open<GatewayTables>())
    await accounts.note(here, uId, { deviceId: 'console-1', isMade: true })
    await accounts.note(here, uId, { deviceId: 'phone', isMade: false })
    const find = (rows: object[]) => accounts.find(here, { kind: 'player', uId }, reached(rows))
    expect(await find([{ uId }])).toEqual({ deviceId: 'phone', uId, isMade: true })
    expect(await find([{ uId: '30123000001' }])).toMatchObject({ isMade: false })
    const other = accounts.find(elsewhere, { kind: 'player', uId }, reached([]))
    await expect(other).rejects.toThrow('simulator_device_unknown')
  })

  test('a device somebody has is a real player; one nobody has makes a new one', async () => {
    const accounts = new Accounts(await open<GatewayTables>())
    const taken = await accounts.find(here, phone, reached([{ uId: '7' }]))
    expect(taken).toEqual({ deviceId: 'phone', uId: '7', isMade: false })
    expect(await accounts.find(here, phone, reached([]))).toMatchObject({ uId: '', isMade: true })
  })

  test('who was made by a device on one server says nothing of its player on another', async () => {
    const accounts = new Accounts(await open<GatewayTables>())
    await accounts.note(there, '30124000001', { deviceId: 'phone', isMade: true })
    expect(await accounts.find(here, phone, reached([{ uId: '7' }]))).toMatchObject({
      uId: '7',
      isMade: false,
    })
    expect(await accounts.find(there, phone, reached([{ uId: '30124000001' }]))).toMatchObject({
      isMade: true,
    })
  })

  test('a player who was somebody’s own never becomes one made here', async () => {
    const accounts = new Accounts(await open<GatewayTables>())
    await accounts.note(here, uId, { deviceId: 'phone', isMade: false })
    await accounts.note(here, uId, { deviceId: 'phone', isMade: true })
    expect(await accounts.find(here, phone, reached([{ uId }]))).toMatchObject({ isMade: false })
  })

  test('records and addresses are kept, changed from the revision that was read, and deleted', async () => {
    const store = await open<RecordTables>()
    const [records, addresses] = [new Records(store), new Addresses(store)]
    const texts = new URL('../contract/locales/', import.meta.url)
    const app = createTestApp({
      features: [{ name: 'simulator', texts, routes: serveRecords(records, addresses) }],
      scope: fixedScope([line]),
      store: store as never,
    })
    const user = app.as(aCaller('dev', [{ scope: 'lantern', environment: '*', codes }]))
    const { lineId } = line
    const given = {
      lineId,
      name: 'small',
      url: 'ws://10.0.0.1:9000',
      layout: QD1,
      enter: null,
      files: [{ path: 'a.proto', text: 'syntax = "proto3"; message A { int32 a = 1; }' }],
      commands: { kind: 'list', list: [{ cmd: 1, name: 'a', req: 'A', res: '', push: '' }] },
    }
    const made = await user.post<{ record: { recordId: string } }>('/platform/simulator/record/save', given)
    const { recordId } = made.body.data.record
    const change = { ...given, recordId, revision: 1, name: 'smaller', files: undefined, commands: undefined }
    const changed = await user.post<{ record: object }>('/platform/simulator/record/save', change)
    expect(changed.body.data.record).toMatchObject({
      name: 'smaller',
      revision: 2,
      commands: 1,
      changedBy: 'dev',
    })
    expect(await records.list('another')).toEqual([])
    const codesOf = async (calls: Promise<{ http: number; body: { err?: { code: string } } }>[]) =>
      (await Promise.all(calls)).map(({ http, body }) => body.err?.code ?? String(http)).toSorted()
    const again = { ...change, revision: 2 }
    const post = (path: string, body: object) => user.post(`/platform/simulator/${path}`, body)
    expect(await codesOf([post('record/save', again), post('record/save', again)])).toEqual([
      '200',
      'simulator_record_changed',
    ])
    const twin = { ...given, name: 'twin' }
    expect(await codesOf([post('record/save', twin), post('record/save', twin)])).toEqual([
      '200',
      'simulator_name_taken',
    ])
    const other = (await records.list(lineId)).find(({ name }) => name === 'twin')!.recordId
    await post('record/delete', { lineId, recordId: other, revision: 1 })
    const seen = (revision: number) => post('record/delete', { lineId, recordId, revision })
    expect((await seen(2)).body.err?.code).toBe('simulator_record_changed')
    expect(await codesOf([seen(3), post('record/save', { ...change, revision: 3 })])).toHaveLength(2)
    const [left] = await records.list(lineId)
    if (left !== undefined) await seen(left.revision)
    expect(await records.list(lineId)).toEqual([])
    const save = (revision: number) =>
      user.post('/platform/simulator/address/save', {
        lineId,
        hosts: ['B.example:1', 'a.example:*'],
        revision,
      })
    expect((await save(0)).body.data).toEqual({ hosts: ['a.example:*', 'b.example:1'], revision: 1 })
    expect((await save(0)).body.err?.code).toBe('conflict')
    expect((await save(1)).body.data).toMatchObject({ revision: 2 })
    expect(await codesOf([save(2), save(2)])).toEqual(['200', 'conflict'])
    await app.close()
  })
})
