import { startLyingGame } from '@qd/adapter-standard/testing'
import type { LyingGame } from '@qd/adapter-standard/testing'
import { dataEditMigrations, freshKey, ordinaryEditor, startBulkConsole } from '@qd/app-server/testing'
import type { BulkConsoleTables } from '@qd/app-server/testing'
import type { Grant } from '@qd/contract-kit'
import { aCaller, aServer } from '@qd/server-kit/testing'
import { openStoreForTest } from '@qd/store/testing'
import type { Store } from '@qd/store'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { BulkChange, BulkJob, BulkSample, BulkSet } from '../contract/index.ts'

const P = ['30123000045', '30123000046', '30123000047']
const FOREIGN = '30777000001'
const AT = '?lineId=northwind-test'
const foreign = aServer({
  sId: 777,
  operator: 'southwind',
  lineId: 'southwind-live',
  environment: 'production',
})
const level = (value: number): BulkChange => ({ diff: 'Role', path: ['level'], op: 'set', value, old: 72 })
const setOf = (...changes: BulkChange[]): BulkSet => ({ changes, onlyUnchanged: false, existing: 'skip' })
const set = setOf(level(80))

let game: LyingGame
let store: Store<BulkConsoleTables>
let test: ReturnType<typeof startBulkConsole>
beforeEach(async () => {
  game = await startLyingGame()
  store = await openStoreForTest<BulkConsoleTables>('sqlite', dataEditMigrations)
  test = startBulkConsole({ store, target: game.target, otherServers: [foreign] })
})
afterEach(async () => {
  await test.close()
  await game.stop()
  await store.close()
})

type Door = ReturnType<typeof startBulkConsole>['admin']
interface Sorted {
  players: number
  duplicates: number
  wrong: { count: number; lines: object[] }
  notFound: { count: number; lines: object[] }
  servers: object[]
  samples: string[]
}
interface Preview {
  hash: string
  players: number
  policies: string[]
  samples: BulkSample[]
}
const sort = (as: Door, text: string, at = AT) => as.postText<Sorted>(`/adjust/bulk/players${at}`, {}, text)
const preview = (as: Door, text: string, more: object = {}, at = AT) =>
  as.postText<Preview>(`/adjust/bulk/preview${at}`, { set, ...more }, text)
const start = (as: Door, text: string, hash: string, more: object = {}) =>
  as.postText<{ jobId: string; players: number }>(
    `/adjust/bulk/start${AT}`,
    { set, hash, onlinePolicy: 'live', reason: 'ticket 7', idempotencyKey: freshKey(), ...more },
    text,
  )
const grant = (codes: string[], scope = '*'): Grant => ({ scope, environment: '*', codes })

describe('a list of players', () => {
  it('says what is wrong with which line, and where the players are', async () => {
    const text = `${P[0]}\nabc\n${P[1]}, ${P[0]}\n30999000001\n${P[2]}`
    const { body } = await sort(test.admin, text)
    expect(body.data).toEqual({
      players: 3,
      duplicates: 1,
      wrong: { count: 1, lines: [{ line: 2, text: 'abc' }] },
      notFound: { count: 1, lines: [{ line: 4, text: '30999000001' }] },
      servers: [{ sId: 123, name: 'S123', players: 3, lineId: 'northwind-test', environment: 'test' }],
      policies: ['live', 'kick', 'refuse'],
      samples: P,
    })
  })

  it('a foreign player and one of no server at all look the same', async () => {
    const { body } = await sort(test.admin, `${FOREIGN}\n30999000001\n${P[0]}`)
    expect(body.data).toMatchObject({
      players: 1,
      notFound: {
        count: 2,
        lines: [
          { line: 1, text: FOREIGN },
          { line: 2, text: '30999000001' },
        ],
      },
    })
  })

  it('who may edit only one server of a line does not find the others', async () => {
    const here = 'lantern/northwind/northwind-test/123'
    const codes = ['index.data.bulk', 'index.data.edit']
    const local = test.as(aCaller('local', [grant(codes, here)]))
    expect((await sort(local, P[0]!)).http).toBe(403)
    expect((await sort(local, P[0]!, `${AT}&sId=123`)).body.data.players).toBe(1)
    const mute = test.as(aCaller('mute', [grant(['index.data.bulk'])]))
    expect((await sort(mute, P[0]!)).body.data).toMatchObject({ players: 0, notFound: { count: 1 } })
  })

  it.each([
    ['the bytes of a picture', 'PNG\u0001', 400, 'body_no_text'],
    ['half of a character', '30123000045\uFFFD', 400, 'body_no_text'],
    ['more than 10 MiB', '1\n'.repeat(5_300_000), 413, 'body_too_large'],
    [
      '100,001 players',
      Array.from({ length: 100_001 }, (_, index) => 30_123_000_000 + index).join('\n'),
      413,
      'bulk_too_long',
    ],
  ])('%s is refused in every call', async (_name, text, status, code) => {
    for (const answer of [
      await sort(test.admin, text),
      await preview(test.admin, text),
      await start(test.admin, text, 'x'),
    ]) {
      expect([answer.http, answer.body.err?.code, answer.body.err?.field]).toEqual([status, code, 'text'])
    }
    expect(test.jobs.ordered).toEqual([])
  })

  it('100,000 players are taken', async () => {
    const text = Array.from({ length: 100_000 }, (_, index) => 30_123_000_000 + index).join('\n')
    expect((await sort(test.admin, text)).body.data).toMatchObject({ players: 100_000, duplicates: 0 })
  })

  it.each(['', '\n\n', 'abc', FOREIGN])('%j leaves nobody to work on', async (text) => {
    expect((await sort(test.admin, text)).body.data.players).toBe(0)
    const answer = await preview(test.admin, text)
    expect([answer.http, answer.body.err?.code]).toEqual([422, 'bulk_no_players'])
  })
})

describe('a preview', () => {
  it('shows for first, middle and last player what would be sent, asked of the game too', async () => {
    const { body } = await preview(test.admin, P.join('\n'))
    expect(body.data.samples.map(({ uId }) => uId)).toEqual(P)
    expect(body.data.samples[1]).toMatchObject({
      outcome: 'changes',
      changes: [{ value: 80, old: 72 }],
      actions: [{ code: 'set' }],
    })
    expect(game.calls.some(({ name }) => name === 'dataChange')).toBe(false)
  })

  it('shows picked players, and why one would be left out', async () => {
    const { body } = await preview(test.admin, `${P.join('\n')}\n30123999999`, {
      set: setOf(level(72)),
      samples: [P[2], '30123999999'],
    })
    expect(body.data.samples.map(({ uId, outcome }) => [uId, outcome])).toEqual([
      [P[2], 'skipped'],
      ['30123999999', 'skipped'],
    ])
    expect(body.data.samples.every(({ msg }) => msg !== '')).toBe(true)
    expect((await preview(test.admin, P[0]!, { samples: [P[1]] })).http).toBe(400)
  })

  it.each([
    ['an unknown field', { diff: 'Role', path: ['nope'], op: 'set', value: 1 }],
    ['a wrong type', { diff: 'Role', path: ['level'], op: 'set', value: 'high' }],
    ['a value out of range', { diff: 'Role', path: ['level'], op: 'set', value: 121 }],
    ['adding to a text', { diff: 'Role', path: ['name'], op: 'set', by: '1' }],
    ['adding nothing', { diff: 'Role', path: ['exp'], op: 'set', by: '0' }],
    ['adding more than 64 bits', { diff: 'Role', path: ['exp'], op: 'set', by: '9999999999999999999' }],
    ['adding in another way', { diff: 'Bag', key: '9', path: [], op: 'add', by: '1' }],
  ])('%s is refused at the change it is about', async (_name, change) => {
    const answer = await preview(test.admin, P[0]!, { set: setOf(change as BulkChange) })
    expect([answer.http, answer.body.err?.code, answer.body.err?.field]).toEqual([
      422,
      'bulk_set_refused',
      'set.changes.0',
    ])
  })

  it('a server that is down is told', async () => {
    await preview(test.admin, P[0]!)
    await game.stop()
    expect((await preview(test.admin, P[0]!)).http).toBe(503)
  })
})

describe('the start', () => {
  const text = P.join('\n')

  it('orders one row per player, audited with the set, the count and the reason', async () => {
    const { hash } = (await preview(test.admin, text)).body.data
    const answer = await start(test.admin, `${text}\nabc\n${P[0]}`, hash)
    expect([answer.http, answer.body.data.players]).toEqual([200, 3])
    expect(test.jobs.ordered[0]?.rows.map(({ key }) => key)).toEqual(P)
    expect(test.audits.at(-1)?.entry).toMatchObject({
      action: 'data-edit.bulkStart',
      risk: 'R3',
      reason: 'ticket 7',
      target: 'northwind-test',
      detail: { set, players: 3 },
    })
  })

  it('needs a preview of this very list and set by this very person', async () => {
    const { hash } = (await preview(test.admin, text)).body.data
    const refusals = [
      await start(test.admin, `${text}\n30123000048`, hash),
      await start(test.admin, text, hash, { set: setOf(level(81)) }),
      await start(test.admin, text, 'made up'),
      await start(test.as(aCaller('other', [grant(['*'])])), text, hash),
    ]
    for (const answer of refusals) {
      expect([answer.http, answer.body.err?.code]).toEqual([409, 'bulk_preview_needed'])
    }
    expect(test.jobs.ordered).toEqual([])
  })

  it('asks for a reason, and in production for the typed name', async () => {
    const { hash } = (await preview(test.admin, text)).body.data
    expect((await start(test.admin, text, hash, { reason: '' })).body.err?.code).toBe('reason_required')
    const production = startBulkConsole({ store, target: game.target, environment: 'production' })
    const live = (await preview(production.admin, text)).body.data.hash
    const asked = await start(production.admin, text, live)
    expect([asked.http, asked.body.err?.details]).toMatchObject([428, { expected: 'northwind-test' }])
    expect((await start(production.admin, text, live, { confirm: 'northwind-test' })).http).toBe(200)
    await production.close()
  })

  it('treats players who are online only as their server has declared', async () => {
    game.honest.onlinePolicies = ['refuse', 'kick']
    const { hash, policies } = (await preview(test.admin, text)).body.data
    expect(policies).toEqual(['kick', 'refuse'])
    const refused = await start(test.admin, text, hash)
    expect([refused.http, refused.body.err?.code, refused.body.err?.field]).toEqual([
      422,
      'policy_not_offered',
      'onlinePolicy',
    ])
    expect((await start(test.admin, text, hash, { onlinePolicy: 'kick' })).http).toBe(200)
  })

  it('sensitive fields need their own permission', async () => {
    const editor = test.as(aCaller('plain', [ordinaryEditor]))
    const honest = game.honest.protocol.diffInfos['Role']!
    const field = honest.fields.find(({ fieldName }) => fieldName === 'level')!
    field.sensitive = true
    game.honest.protocol.md5 = 'changed'
    const denied = await preview(editor, text)
    expect([denied.http, denied.body.err?.code, denied.body.err?.field]).toEqual([
      403,
      'field_forbidden',
      'set.changes.0',
    ])
    const { hash } = (await preview(test.admin, text)).body.data
    expect((await start(test.admin, text, hash)).http).toBe(200)
    // The right may go while the job runs: the rows then fail one by one.
    const job = test.jobs.ordered[0]!
    const outcomes = await test.jobs.run(test.feature.jobs ?? [], job, {
      caller: aCaller('admin', [ordinaryEditor]),
    })
    expect(outcomes.map(({ code }) => code)).toEqual(P.map(() => 'field_forbidden'))
  })

  it('bulk edits of another line are not told, and cannot be undone from here', async () => {
    const { hash } = (await preview(test.admin, text)).body.data
    await start(test.admin, text, hash)
    await test.jobs.run(test.feature.jobs ?? [], test.jobs.ordered[0]!)
    const list = (at: string) => test.admin.post<{ list: BulkJob[] }>(`/adjust/bulk/list${at}`)
    expect((await list(AT)).body.data.list).toHaveLength(1)
    expect((await list(`${AT}&sId=123`)).body.data.list).toHaveLength(1)
    expect((await list('?lineId=southwind-live')).body.data.list).toEqual([])
    const order = { jobId: 'job-1', reason: 'r', idempotencyKey: freshKey(), confirm: 'southwind-live' }
    const answer = await test.admin.post('/adjust/bulk/undo?lineId=southwind-live', order)
    expect([answer.http, answer.body.err?.code]).toEqual([404, 'bulk_job_not_found'])
    const noUndo = test.as(aCaller('noundo', [grant(['index.data.bulk', 'index.data.edit'])]))
    expect((await noUndo.post(`/adjust/bulk/undo${AT}`, order)).http).toBe(403)
  })
})

describe('servers of two protocol versions', () => {
  let other: LyingGame
  const far = aServer({ sId: 124, serviceName: '琥珀礁' })
  beforeEach(async () => {
    other = await startLyingGame('honest', { sId: 124 })
    const { protocol, players } = other.honest
    protocol.md5 = 'another version'
    Object.assign(
      protocol.diffInfos['Role']!.fields.find(({ fieldName }) => fieldName === 'level')!,
      {
        type: 'string',
      },
    )
    players.set('30124000045', { ...players.get(P[0]!)!, uId: '30124000045' })
    await test.close()
    const otherTargets = { [far.key]: other.target }
    test = startBulkConsole({ store, target: game.target, otherServers: [far], otherTargets })
  })
  afterEach(() => other.stop())
  const list = `${P[0]}\n30124000045`
  const rename = setOf({ diff: 'Role', path: ['name'], op: 'set', value: '新名', old: '岚夜听潮' })

  it('a change that is wrong in one of them is refused by the names of its servers', async () => {
    const seen = await preview(test.editor, list)
    expect([seen.http, seen.body.err?.code, seen.body.err?.field]).toEqual([
      422,
      'bulk_set_refused',
      'set.changes.0',
    ])
    expect(seen.body.msg).toContain('S124 琥珀礁')
    expect(seen.body.msg).not.toContain('S123')
    expect(seen.body.err?.details).toEqual({ servers: [124] })
    const seenRight = await preview(test.editor, list, { set: rename })
    const started = await start(test.editor, list, seenRight.body.data.hash)
    expect(started.http).not.toBe(200)
  })

  it('the preview says which servers have which', async () => {
    const seen = await preview(test.editor, list, { set: rename })
    expect(seen.http, seen.raw).toBe(200)
    const { versions } = seen.body.data as unknown as { versions: { md5: string; servers: object[] }[] }
    expect(versions.map(({ servers }) => servers)).toEqual([
      [{ sId: 123, name: expect.any(String) }],
      [{ sId: 124, name: '琥珀礁' }],
    ])
    const one = await preview(test.editor, P[0]!)
    expect((one.body.data as unknown as { versions: object[] }).versions).toHaveLength(1)
  })
})
