import { sha256Hex } from '@qd/game-contract/signing'
import { NOTABLE_U_ID, callGame } from '@qd/sandbox/testing'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { callingServer, signedAs, startTestConsole } from '../testing/index.ts'
import type { Speaker, TestConsole } from '../testing/index.ts'

/* The whole console with its sandbox: what its servers tell by themselves, and what they are told. */

let running: TestConsole
let operator: Speaker
beforeAll(async () => {
  running = await startTestConsole({}, { playersPerServer: 50, withRedis: false, heartbeatMs: 500 })
  operator = await running.signIn('operator')
})
afterAll(() => running.dispose())

const at = { sId: 123, lineId: 'northwind-test' }
const setState = (body: object, speaker = operator) =>
  speaker.post<{ state: string }>('/adjust/server/state', { ...at, ...body })

interface Shown {
  sId: number
  state: string | null
  heardAt: number | null
  labels: string[]
}
const states = async (speaker = operator) =>
  (await speaker.post<Shown[]>('/adjust/server/states', { game: 'lantern' })).body.data

async function asServer(sId: number, path: string, content?: object, more: Record<string, string> = {}) {
  const method = content === undefined ? 'GET' : 'POST'
  const body = content === undefined ? undefined : JSON.stringify(content)
  const headers = {
    ...signedAs(callingServer(running.sandbox, sId), { method, url: path, body }),
    ...(body === undefined ? {} : { 'content-type': 'application/json' }),
    ...more,
  }
  const answer = await fetch(running.url + path, { method, headers, ...(body && { body }) })
  return { http: answer.status, body: (await answer.json()) as { data: unknown; err?: { code: string } } }
}

describe('servers of the sandbox', () => {
  test('all that run send heartbeats, those that are off do not, and readers see what they reach', async () => {
    const heard = async () =>
      (await states(await running.signIn('admin'))).filter(({ heardAt }) => heardAt !== null)
    const sIds = async () => (await heard()).map(({ sId }) => sId).toSorted((left, right) => left - right)
    await expect.poll(sIds, { timeout: 20_000 }).toEqual([1, 2, 11, 123, 124])
    const reader = await states(await running.signIn('reader'))
    expect(reader.map(({ sId, labels }) => [sId, labels])).toEqual([
      [123, ['新服']],
      [124, []],
    ])
    const online = await operator.post<{ servers: { sId: number; points: (number | null)[] }[] }>(
      '/adjust/server/online',
      { game: 'lantern', ...at },
    )
    const [server] = online.body.data.servers
    expect(server!.points).toHaveLength(576)
    expect(server!.points.at(-1)).toBeGreaterThanOrEqual(0)
    expect(server!.points.slice(0, -2).every((point) => point === null)).toBe(true)
  })

  test('a state is set in the game, told to clients, and stands in the audit', async () => {
    const done = await setState({ state: 'notice', message: 'Soon', reason: 'ticket 7' })
    expect([done.http, done.body.data.state]).toEqual([200, 'notice'])
    const list = await asServer(124, '/open/v1/servers')
    expect(list.body.data).toContainEqual(
      expect.objectContaining({ sId: 123, state: 'notice', tags: ['新服'] }),
    )
    const admin = await running.signIn('admin')
    const { body } = await admin.post<{
      list: { action: string; code: string; reason: string; risk: string }[]
    }>('/platform/audit/list', { action: 'game-servers.setState' })
    expect(body.data.list[0]).toMatchObject({ code: 'ok', reason: 'ticket 7', risk: 'R3' })
    expect((await setState({ state: 'open' })).http).toBe(200)
  })

  test('what somebody signs with a stolen key, and the console never sent, is not done', async () => {
    const target = running.sandbox!.servers.find(({ sId }) => sId === 123)!
    const input = { state: 'maintenance', operator: { opId: '1', user: 'thief', requestId: 'r' } } as const
    const forged = await callGame(target, 'serverState', input)
    expect([forged.httpStatus, forged.envelope.status]).toEqual([403, 1003])
    expect((await states()).find(({ sId }) => sId === 123)?.state).toBe('open')
    const asked = {
      idempotencyKey: 'forged-key',
      method: 'POST',
      path: '/gm/v1/server/state',
      bodySha256: sha256Hex('{}'),
    }
    expect((await asServer(123, '/open/v1/verify', asked)).body.data).toEqual({ genuine: false })
  })

  test('who may not, is refused; so are wrong times, a foreign place and a server that is down', async () => {
    const refusal = async (body: object, who: string) => {
      const answer = await setState({ state: 'drain', ...body }, await running.signIn(who))
      return [answer.http, answer.body.err?.code, answer.body.err?.field]
    }
    expect(await refusal({}, 'reader')).toEqual([403, 'forbidden', undefined])
    expect(await refusal({ sId: 11, lineId: 'harbour-prod' }, 'operator')).toEqual([
      403,
      'scope_forbidden',
      undefined,
    ])
    expect(await refusal({ from: 5, to: 4 }, 'operator')).toEqual([400, 'server_state_times', 'to'])
    expect(await refusal({ state: 'closed' }, 'operator')).toEqual([400, 'field_invalid', 'state'])
    expect(await refusal({ allow: ['x'.repeat(200)] }, 'operator')).toEqual([400, 'field_invalid', 'allow.0'])
    const admin = await running.signIn('admin')
    const down = { sId: 12, lineId: 'harbour-prod', reason: 'ticket', confirm: '长夜海峡' }
    const answer = await setState({ state: 'drain', ...down }, admin)
    expect([answer.http, answer.body.err?.code]).toEqual([503, 'upstream_down'])
    expect((await running.anonymous.post('/adjust/server/state', at)).http).toBe(401)
  })

  test('a server’s signature opens nothing of a user, and a user’s token nothing of a server', async () => {
    const body = { game: 'lantern' }
    expect((await asServer(123, '/adjust/server/states', body)).http).toBe(401)
    const player = await asServer(123, `/adjust/get?uId=${NOTABLE_U_ID}`, { diffs: ['RoleInfo'] })
    expect([player.http, player.body.err?.code]).toEqual([401, 'session_required'])
    const beat = { sId: 123, online: 1, state: 'open' }
    const both = await asServer(123, '/open/v1/heartbeat', beat, { token: operator.token! })
    expect([both.http, both.body.err?.code]).toEqual([401, 'game_signature'])
    expect((await operator.get('/open/v1/servers')).http).toBe(401)
  })
})
