import { cleanUp } from '@qd/server-kit/testing'
import { HTTP_PERSONALITIES, startLyingGame } from '@qd/adapter-standard/testing'
import type { HttpPersonality, LyingGame } from '@qd/adapter-standard/testing'
import { openStoreForTest } from '@qd/store/testing'
import type { Store } from '@qd/store'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { CommitReply, Edit } from '../../contract/index.ts'
import { createDataEditFeature } from '../index.ts'
import type { DataEditTables } from '../index.ts'
import { dataEditMigrations, freshKey, startEditConsole } from '../testing/start-edit-console.ts'

const U = '30123000045'
const quick = { readTimeoutMs: 4_000, writeTimeoutMs: 2_000, cacheMs: 0, gate: { failuresToOpen: 1_000_000 } }

let game: LyingGame
let store: Store<DataEditTables>
let test: ReturnType<typeof startEditConsole>

beforeEach(async () => {
  game = await startLyingGame()
  store = await openStoreForTest<DataEditTables>('sqlite', dataEditMigrations)
  test = startEditConsole({ store, target: game.target, adapter: quick })
})
afterEach(async () => {
  await test.close()
  await game.stop()
  await store.close()
})

const level = () => (game.honest.players.get(U)!.data['role'] as { level: number }).level
const rename = (value: string, old = '岚夜听潮') => ({ diff: 'Role', path: ['name'], op: 'set', value, old })
const commit = (changes: object[], idempotencyKey = freshKey()) =>
  test.admin.post<CommitReply>(`/adjust/api/change?uId=${U}`, {
    version: '1',
    changes,
    reason: 'ticket',
    idempotencyKey,
  })
const forget = (nowMs: number) =>
  createDataEditFeature({
    store,
    reach: test.reach,
    topics: test.topics,
    nowMs: () => nowMs,
  })
const history = async () =>
  (await test.admin.post<{ list: Edit[] }>(`/adjust/history/list?uId=${U}`)).body.data.list
const nameNow = () => (game.honest.players.get(U)!.data['role'] as { name: string }).name
const sent = () => game.calls.filter(({ name }) => name === 'dataChange')

/** What a commit answers when the game behaves so, and what is then known of its edit. */
const COMMIT_FAULTS: Partial<Record<HttpPersonality, [number, Edit['status']]>> = {
  garbage: [502, 'unknown'],
  not_utf8: [502, 'unknown'],
  slow: [504, 'unknown'],
  drip: [504, 'unknown'],
  cut: [504, 'unknown'],
  hang_up: [504, 'unknown'],
  bad_signature: [502, 'unknown'],
  unsigned: [502, 'unknown'],
  replayed_answer: [502, 'unknown'],
  wrong_types: [502, 'unknown'],
  wrong_envelope: [502, 'unknown'],
  redirect: [502, 'unknown'],
  error_500: [502, 'unknown'],
  proxy_503: [503, 'unknown'],
  proxy_page: [502, 'unknown'],
  internal: [502, 'unknown'],
  refuse: [422, 'refused'],
  unknown_key: [502, 'refused'],
  clock_skew: [502, 'refused'],
  deep_json: [502, 'unknown'],
  poisoned_json: [502, 'unknown'],
  damaged_int: [502, 'unknown'],
}

describe('a commit to a game that lies', () => {
  it.each(Object.entries(COMMIT_FAULTS))(
    '[S7.15] %s answers %j and never twice',
    async (personality, expected) => {
      expect((await test.admin.get('/adjust/tipProtocol?sId=123')).http).toBe(200)
      const key = freshKey()
      game.behave(personality as HttpPersonality, 'dataChange')
      const failed = await commit([rename('新名')], key)
      expect([failed.http, (await history())[0]?.status]).toEqual(expected)
      game.behave('honest')
      const again = await commit([rename('新名')], key)
      expect(again.http, again.raw).toBe(200)
      expect(nameNow()).toBe('新名')
      if (expected[1] === 'refused') return
      const copies = sent()
      expect(new Set(copies.map(({ idempotencyKey }) => idempotencyKey)).size).toBe(1)
      expect(new Set(copies.map(({ body }) => JSON.stringify(body))).size).toBe(1)
      expect(again.body.data.replayed).toBe(true)
      const edits = await history()
      expect(edits.map(({ status }) => status)).toEqual(['applied'])
      expect(game.honest.players.get(U)!.version).toBe(2)
    },
  )

  it('[ED.152] only what the server can do with an online player is offered, sent and the default', async () => {
    game.honest.onlinePolicies = ['refuse', 'kick']
    const read = await test.admin.post<{ onlinePolicies: string[] }>(`/adjust/get?uId=${U}`, {})
    expect(read.body.data.onlinePolicies).toEqual(['refuse', 'kick'])
    const body = { version: '1', changes: [rename('新名')], reason: 'ticket' }
    const send = (more: object) =>
      test.admin.post(`/adjust/api/change?uId=${U}`, { ...body, idempotencyKey: freshKey(), ...more })
    const refused = await send({ onlinePolicy: 'live' })
    expect([refused.http, refused.body.err?.code]).toEqual([422, 'policy_not_offered'])
    expect([sent().length, (await history()).length]).toEqual([0, 0])
    expect((await send({})).http).toBe(200)
    expect(sent()[0]?.body).toMatchObject({ onlinePolicy: 'refuse' })
  })

  it('what rests on a definition names it, and a game with another one may refuse', async () => {
    const { honest } = game
    const changes = [rename('新名')]
    await test.admin.post(`/adjust/parseCommitAction?uId=${U}`, { version: '1', changes })
    const answer = honest.answer.bind(honest)
    honest.answer = (name, body, key) =>
      name === 'dataChange' && body.protocolMd5 !== 'another'
        ? {
            status: 2003,
            msg: 'made by another definition',
            data: null,
            err: { code: 2003, retryable: false, field: 'protocolMd5' },
          }
        : answer(name, body, key)
    const body = { version: '1', changes, reason: 'ticket', idempotencyKey: freshKey() }
    const refused = await test.admin.post(`/adjust/api/change?uId=${U}`, body)
    expect(refused.body.err).toMatchObject({ code: 'upstream_refused', field: 'protocolMd5' })
    expect(refused.body.msg).toContain('made by another definition')
    expect((await history()).map(({ status }) => status)).toEqual(['refused'])
    const asked = game.calls.filter(({ name }) => name === 'dataCheck' || name === 'dataChange')
    expect(asked.map(({ body: given }) => given['protocolMd5'])).toEqual([
      honest.protocol.md5,
      honest.protocol.md5,
    ])
  })

  it('every way of lying is looked at', () => {
    const definitions = HTTP_PERSONALITIES.filter((each) => each.endsWith('_definition'))
    const harmless: HttpPersonality[] = ['honest', 'skew_once', 'endless', ...definitions]
    const known = [...Object.keys(COMMIT_FAULTS), ...harmless]
    expect(known.toSorted()).toEqual(HTTP_PERSONALITIES.toSorted())
  })

  it.each(['unknown_key', 'clock_skew', 'proxy_503', 'slow'] as const)(
    '[S7.15] an edit that may have happened stays unknown when it is asked for and the game says %s',
    async (personality) => {
      const key = freshKey()
      game.behave('cut', 'dataChange')
      const failed = await commit([rename('新名')], key)
      const { editId } = failed.body.err!.details as { editId: string }
      game.behave(personality, 'dataChange')
      const ask = () => test.admin.post<{ edit: Edit }>(`/adjust/history/ask?uId=${U}`, { editId })
      expect((await ask()).body.err?.details).toMatchObject({ editId, outcome: 'unknown' })
      expect((await commit([rename('新名')], key)).body.err?.details).toMatchObject({ outcome: 'unknown' })
      expect((await history()).map(({ status }) => status)).toEqual(['unknown'])
      game.behave('honest')
      expect((await ask()).body.data.edit.status).toBe('applied')
      expect(game.honest.players.get(U)!.version).toBe(2)
    },
  )

  it.each(['meta', 'protocol', 'limits'] as const)(
    '[S7.15] a server that does not answer before anything is sent (%s) leaves no edit behind',
    async (call) => {
      await test.admin.get(`/adjust/tipProtocol?uId=${U}&protocolJson=1`)
      game.behave('slow', call)
      const failed = await commit([rename('新名')])
      expect([failed.http, failed.body.err?.code]).toEqual([504, 'server_silent'])
      expect([sent().length, (await history()).length]).toEqual([0, 0])
      game.behave('honest')
    },
  )

  it('the game`s refusal is told in the language of who asked', async () => {
    game.refuseWith({ cn: '今天不行', en: 'not today', de: 'heute nicht' })
    game.behave('honest')
    game.behave('refuse', 'dataCheck')
    const check = { version: '1', changes: [rename('新名')] }
    const said = async (lang: string) =>
      (await test.admin.post(`/adjust/parseCommitAction?uId=${U}`, check, { lang })).body.msg
    expect([await said('cn'), await said('de'), await said('it')]).toEqual([
      expect.stringContaining('今天不行'),
      expect.stringContaining('heute nicht'),
      expect.stringContaining('not today'),
    ])
  })

  it('[S7.15] an unknown edit says so and cannot be undone', async () => {
    game.behave('slow', 'dataChange')
    const failed = await commit([rename('新名')])
    expect(failed.body.err).toMatchObject({
      code: 'edit_unknown',
      retryable: true,
      details: { outcome: 'unknown' },
    })
    const { editId } = failed.body.err!.details as { editId: string }
    game.behave('honest')
    const preview = await test.admin.post(`/adjust/history/undoPreview?uId=${U}`, { editId })
    expect([preview.http, preview.body.err?.code]).toEqual([409, 'edit_not_undoable'])
    expect((await history())[0]).toMatchObject({ id: editId, status: 'unknown', results: [] })
  })

  it('[S7.15] a failed reading back leaves the commit as it is and says so', async () => {
    await commit([rename('一')])
    game.behave('garbage', 'dataGet')
    const answer = await commit([rename('二', '一')])
    expect(answer.http).toBe(200)
    expect(answer.body.data).toMatchObject({ isReadBack: false, normalised: [] })
  })

  it('[S7.15] a stopped server refuses, and nothing of the edit is unknown', async () => {
    await test.admin.get('/adjust/tipProtocol?sId=123')
    await game.stop()
    const answer = await commit([rename('新名')])
    expect([answer.http, answer.body.err?.code]).toEqual([503, 'upstream_down'])
    expect(answer.body.err?.retryable).toBe(true)
    expect((await history())[0]?.status).toBe('refused')
  })

  it('[S7.15] a row the game says nothing about does not count as done', async () => {
    const honest = game.honest.answer.bind(game.honest)
    game.honest.answer = (name, body, key) => {
      const reply = honest(name, body, key)
      if (name === 'dataChange') (reply.data as { results: object[] }).results.pop()
      return reply
    }
    const level0 = level()
    const raise = { diff: 'Role', path: ['level'], op: 'set', value: level0 + 1, old: level0 }
    const answer = await commit([rename('新名'), raise])
    expect(answer.body.data.results).toMatchObject([
      { status: 0 },
      { index: 1, status: 502, code: 'unanswered' },
    ])
    expect((await history())[0]?.status).toBe('partly')
  })
})

describe('keys', () => {
  it('are remembered a week, and then a copy is a new edit', async () => {
    const day = 86_400_000
    const key = freshKey()
    expect((await commit([rename('新名')], key)).http).toBe(200)
    const later = async (days: number) => {
      const feature = forget(Date.now() + days * day)
      await cleanUp(feature)
      return commit([rename('新名')], key)
    }
    expect((await later(6.9)).body.data.replayed).toBe(true)
    expect((await later(7.1)).body.err?.code).toBe('edit_conflict')
  })
})

describe('reading from a game that lies', () => {
  it.each([
    ['garbage', 502],
    ['slow', 504],
    ['bad_signature', 502],
    ['clock_skew', 502],
    ['proxy_503', 503],
    ['wrong_types', 502],
    ['poisoned_json', 502],
  ] as [HttpPersonality, number][])('[S7.13] %s is %i', async (personality, http) => {
    game.behave(personality, 'dataGet')
    expect((await test.admin.post(`/adjust/get?uId=${U}`, {})).http).toBe(http)
  })

  it('[S7.13] reads on where an answer stopped, and not without end', async () => {
    const honest = game.honest.answer.bind(game.honest)
    let isEndless = false
    game.honest.answer = (name, body, key) => {
      if (name !== 'dataGet') return honest(name, body, key)
      const [item] = body['items'] as { diff: string; cursor?: string }[]
      const page = item?.cursor ?? '0'
      const isLast = page === '3' && !isEndless
      const tables = { note: { [page]: { title: page, text: 'x' } } }
      const cursors = isLast ? {} : { cursors: { Note: String(Number(page) + 1) } }
      return { status: 0, msg: '', data: { version: page, online: false, tables, ...cursors } }
    }
    const read = () =>
      test.admin.post<{ data: { note: object }; version: string }>(`/adjust/get?uId=${U}`, {
        diffs: ['Note'],
      })
    const whole = await read()
    expect(Object.keys(whole.body.data.data.note)).toEqual(['0', '1', '2', '3'])
    expect(whole.body.data.version).toBe('3')
    isEndless = true
    expect((await read()).body.err?.code).toBe('upstream_garbage')
  })
})

describe('hostile definitions', () => {
  const hostile = ['deep_definition', 'cyclic_definition', 'poisoned_definition', 'huge_definition'] as const
  type Tip = { md5: string; protocol?: object; refusedReason?: string }
  const tip = (more = '') => test.admin.get<Tip>(`/adjust/tipProtocol?sId=123${more}`)

  it.each(hostile)(
    '[S7.12] a running server that turns to a %s keeps its last good one in use',
    async (personality) => {
      const good = await tip('&protocolJson=1')
      game.behave(personality)
      const now = await tip('&protocolJson=1')
      expect(now.http).toBe(200)
      expect(now.body.data).toEqual({ ...good.body.data, refusedReason: expect.stringMatching(/./) })
      expect((await tip()).body.data).toMatchObject({
        md5: good.body.data.md5,
        refusedReason: expect.any(String),
      })
      expect((await commit([rename('新名')])).http).toBe(200)
      game.behave('honest')
      expect((await tip()).body.data).toEqual({ md5: good.body.data.md5 })
    },
  )

  it.each(hostile)('[S7.12] %s without a good one is 502 with the reason', async (personality) => {
    game.behave(personality)
    const answer = await tip()
    expect([answer.http, answer.body.err?.code]).toEqual([502, 'protocol_refused'])
    expect(answer.body.err?.details).toMatchObject({ reason: expect.stringMatching(/./) })
    const read = await test.admin.post(`/adjust/get?uId=${U}`, {})
    expect([read.http, read.body.err?.code]).toEqual([502, 'protocol_refused'])
  })

  it('[S7.12] the last good one survives a restart of the console', async () => {
    const good = await tip()
    game.behave('cyclic_definition')
    const restarted = startEditConsole({ store, target: game.target, adapter: quick })
    const answer = await restarted.admin.get<Tip>('/adjust/tipProtocol?sId=123')
    expect(answer.body.data).toMatchObject({ md5: good.body.data.md5, refusedReason: expect.any(String) })
    await restarted.close()
  })
})
