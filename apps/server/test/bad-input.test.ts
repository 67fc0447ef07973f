import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { complaint, expectProperRefusals, raw, startCarelessClient } from './careless-client.ts'
import type { CarelessClient } from './careless-client.ts'
import { fill, pathOf } from './samples.ts'

/*
 * Every call of the running program, with everything a careless or hostile client sends. The answer is
 * always an envelope, never a 500, and the process lives. Game servers may be named as the cause (5xx
 * with a code of the catalogue), the console itself never.
 */

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

let client: CarelessClient

beforeAll(async () => {
  client = await startCarelessClient()
})
afterAll(() => client.running.dispose())

describe('bad input to every call', () => {
  test('each field with wrong values of each kind', async () => {
    await expectProperRefusals(client, 5)
  }, 300_000)

  test('each call with each wrong body, twice-named fields and wrong paths', async () => {
    const wrong: (string | null)[] = []
    for (const route of client.routes) {
      const query = new URLSearchParams(fill(route.query, 'own') as Record<string, string>).toString()
      const path = pathOf(route, 'own')
      if (route.method === 'POST') {
        for (const body of BODIES) {
          wrong.push(
            complaint(
              `${route.title} ${body.slice(0, 30)}`,
              await raw(client, route, `${path}?${query}`, body),
            ),
          )
        }
      }
      for (const url of [
        `${path}?${query}&${query}`,
        `${path}?__proto__[a]=1&${query}`,
        `${path}/?${query}`,
        `${path}%00`,
      ]) {
        wrong.push(complaint(`${route.title} ${url}`, await raw(client, route, url)))
      }
      const literal = route.path.includes(':')
        ? await raw(client, route, route.path, route.method === 'POST' ? '{}' : undefined)
        : null
      if (literal !== null) wrong.push(complaint(`${route.title} literal parameter`, literal))
    }
    expect(wrong.filter((each) => each !== null)).toEqual([])
    expect((await client.admin.get('/adjust/userInfo')).http).toBe(200)
    expect(({} as Record<string, unknown>)['polluted']).toBeUndefined()
  }, 300_000)

  test.each([
    '/..%2f..%2fetc/passwd',
    '/%2e%2e/%2e%2e/etc/passwd',
    '/assets/..%5c..%5cx',
    '/.env',
    '/x%00.js',
  ])('a page name %s is not found, and no fault', async (path) => {
    const answer = await fetch(client.running.url + path)
    expect([answer.status, ((await answer.json()) as { err: { code: string } }).err.code]).toEqual([
      404,
      'not_found',
    ])
  })

  test('keys of JSON are read as they were written, whatever a stranger sent before', async () => {
    const around = '{"zone7":"a","q1234567'
    const send = (path: string, body: string, token: string | null) =>
      fetch(client.running.url + path, {
        method: 'POST',
        headers: { 'content-type': 'application/json', ...(token === null ? {} : { token }) },
        body,
      })
    for (let tries = 0; tries < 2; tries += 1)
      expect((await send('/api/auth/login', String.raw`${around}\\":"b"}`, null)).status).toBe(400)
    const filter = String.raw`${around}\n":"b"}`
    const preset = `{"page":"audit.rows","name":"line breaks","isShared":false,"filter":${filter}}`
    expect((await send('/api/preset/save', preset, client.admin.token)).status).toBe(200)
    const { body } = await client.admin.post<{ name: string; filter: object }[]>('/api/preset/list', {
      page: 'audit.rows',
    })
    const kept = JSON.stringify(body.data)
    expect(kept).toContain(JSON.stringify({ zone7: 'a', 'q1234567\n': 'b' }))
  })

  test('a token that ends in the middle is a clean 401', async () => {
    const leaving = await client.running.signIn('reader')
    expect((await leaving.get('/adjust/userInfo')).http).toBe(200)
    await leaving.post('/api/auth/logout')
    const after = await leaving.get('/adjust/userInfo')
    expect([after.http, after.body.status, after.body.err?.code]).toEqual([401, 401, 'session_expired'])
  })
})
