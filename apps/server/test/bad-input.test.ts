import type { AnyRoute } from '@qd/contract-kit'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { callingServer, signedAs, startTestConsole } from '../testing/index.ts'
import type { Speaker, TestConsole } from '../testing/index.ts'
import { fill, pathOf, shapeOf, typeOf } from './samples.ts'

/*
 * Every call of the running program, with everything a careless or hostile client sends. The answer is
 * always an envelope, never a 500, and the process lives. Game servers may be named as the cause (5xx
 * with a code of the catalogue), the console itself never.
 */

const VALUES: unknown[] = [
  null,
  true,
  0,
  -1,
  1.5,
  2 ** 53,
  '',
  '0',
  '-1',
  '9007199254740993',
  '99999999999999999999999999',
  '1e10',
  'text',
  '%',
  '../../etc/passwd',
  '\u202e\u200b',
  'x'.repeat(5_000),
  [],
  [1, 2],
  {},
  { a: { b: [] } },
]

const BODIES = [
  '',
  'null',
  '[]',
  '"text"',
  '1',
  '{',
  '{"a":}',
  '{"__proto__":{"polluted":1}}',
  '{"constructor":{"prototype":{"polluted":1}}}',
  '{"a":{"\\u005f\\u005fproto\\u005f\\u005f":1}}',
  `${'['.repeat(2_000)}${']'.repeat(2_000)}`,
  `${'{"a":'.repeat(2_000)}1${'}'.repeat(2_000)}`,
]

const EXPECTED_5XX = /^(upstream_|edit_unknown|player_create_unknown|protocol_refused|definition_refused)/

/** Logins would fill the throttle, a logout would end the session of all that follows; three answer with files. */
const APART = new Set([
  'session.login',
  'session.loginByQuery',
  'session.logout',
  'system.docs',
  'simulator.downloadProto',
  'audit.export',
])

let running: TestConsole
let admin: Speaker
let routes: AnyRoute[]

beforeAll(async () => {
  running = await startTestConsole()
  admin = await running.signIn('admin')
  routes = running.features
    .flatMap((feature) => feature.routes.map(({ route }) => route))
    .filter(({ title }) => !APART.has(title))
})
afterAll(() => running.dispose())

async function raw(route: AnyRoute, url: string, body?: string) {
  // A game server proves what it sends, so that bad input goes as far as it can.
  const proof: Record<string, string> =
    route.permission === 'game-server'
      ? signedAs(callingServer(running.sandbox, 123), { method: route.method, url, body })
      : { token: admin.token! }
  const answer = await fetch(running.url + url, {
    method: route.method,
    headers: { ...proof, ...(body === undefined ? {} : typeOf(route)) },
    ...(body === undefined ? {} : { body }),
  })
  return { http: answer.status, text: await answer.text(), isFile: route.raw === true && answer.ok }
}

function complaint(what: string, answer: { http: number; text: string; isFile?: boolean }): string | null {
  if (answer.isFile === true) return null
  let body: { status?: unknown; msg?: unknown; err?: { code?: string } }
  try {
    body = JSON.parse(answer.text)
  } catch {
    return `${what}: no envelope (${answer.http} ${answer.text.slice(0, 80)})`
  }
  if (typeof body.status !== 'number' || typeof body.msg !== 'string') return `${what}: no envelope`
  if (answer.http >= 500 && !EXPECTED_5XX.test(body.err?.code ?? '')) {
    return `${what}: ${answer.http} ${body.err?.code}`
  }
  return null
}

describe('bad input to every call', () => {
  test('each field with each wrong value', async () => {
    const wrong: (string | null)[] = []
    for (const route of routes) {
      const query = fill(route.query, 'own') as Record<string, string>
      for (const field of Object.keys(shapeOf(route.query))) {
        for (const value of VALUES) {
          const text = typeof value === 'string' ? value : JSON.stringify(value)
          const url = `${pathOf(route, 'own')}?${new URLSearchParams({ ...query, [field]: text })}`
          const body = route.method === 'POST' ? JSON.stringify(fill(route.body, 'own')) : undefined
          wrong.push(complaint(`${route.title} ?${field}=${text.slice(0, 30)}`, await raw(route, url, body)))
        }
      }
      if (route.method !== 'POST') continue
      const url = `${pathOf(route, 'own')}?${new URLSearchParams(query)}`
      for (const field of Object.keys(shapeOf(route.body))) {
        for (const value of VALUES) {
          const body = JSON.stringify({ ...fill(route.body, 'own'), [field]: value })
          wrong.push(
            complaint(
              `${route.title} ${field}=${JSON.stringify(value).slice(0, 30)}`,
              await raw(route, url, body),
            ),
          )
        }
      }
    }
    expect(wrong.filter((each) => each !== null)).toEqual([])
    // The session lived through all of it, so the answers were about the input.
    expect((await admin.get('/adjust/userInfo')).http).toBe(200)
    // Thousands of calls, one after another: on a busy machine they take their time.
  }, 300_000)

  test('each call with each wrong body, twice-named fields and wrong paths', async () => {
    const wrong: (string | null)[] = []
    for (const route of routes) {
      const query = new URLSearchParams(fill(route.query, 'own') as Record<string, string>).toString()
      const path = pathOf(route, 'own')
      if (route.method === 'POST') {
        for (const body of BODIES) {
          wrong.push(
            complaint(`${route.title} ${body.slice(0, 30)}`, await raw(route, `${path}?${query}`, body)),
          )
        }
      }
      for (const url of [
        `${path}?${query}&${query}`,
        `${path}?__proto__[a]=1&${query}`,
        `${path}/?${query}`,
        `${path}%00`,
      ]) {
        wrong.push(complaint(`${route.title} ${url}`, await raw(route, url)))
      }
      const literal = route.path.includes(':')
        ? await raw(route, route.path, route.method === 'POST' ? '{}' : undefined)
        : null
      if (literal !== null) wrong.push(complaint(`${route.title} literal parameter`, literal))
    }
    expect(wrong.filter((each) => each !== null)).toEqual([])
    expect((await admin.get('/adjust/userInfo')).http).toBe(200)
    expect(({} as Record<string, unknown>)['polluted']).toBeUndefined()
  }, 300_000)

  test.each([
    '/..%2f..%2fetc/passwd',
    '/%2e%2e/%2e%2e/etc/passwd',
    '/assets/..%5c..%5cx',
    '/.env',
    '/x%00.js',
  ])('a page name %s is not found, and no fault', async (path) => {
    const answer = await fetch(running.url + path)
    expect([answer.status, ((await answer.json()) as { err: { code: string } }).err.code]).toEqual([
      404,
      'not_found',
    ])
  })

  test('keys of JSON are read as they were written, whatever a stranger sent before', async () => {
    const around = '{"zone7":"a","q1234567'
    const send = (path: string, body: string, token: string | null) =>
      fetch(running.url + path, {
        method: 'POST',
        headers: { 'content-type': 'application/json', ...(token === null ? {} : { token }) },
        body,
      })
    for (let tries = 0; tries < 2; tries += 1)
      expect((await send('/api/auth/login', String.raw`${around}\\":"b"}`, null)).status).toBe(400)
    const filter = String.raw`${around}\n":"b"}`
    const preset = `{"page":"audit.rows","name":"line breaks","isShared":false,"filter":${filter}}`
    expect((await send('/api/preset/save', preset, admin.token)).status).toBe(200)
    const { body } = await admin.post<{ name: string; filter: object }[]>('/api/preset/list', {
      page: 'audit.rows',
    })
    const kept = JSON.stringify(body.data)
    expect(kept).toContain(JSON.stringify({ zone7: 'a', 'q1234567\n': 'b' }))
  })

  test('a token that ends in the middle is a clean 401', async () => {
    const leaving = await running.signIn('reader')
    expect((await leaving.get('/adjust/userInfo')).http).toBe(200)
    await leaving.post('/api/auth/logout')
    const after = await leaving.get('/adjust/userInfo')
    expect([after.http, after.body.status, after.body.err?.code]).toEqual([401, 401, 'session_expired'])
  })
})
