import { permissionKey } from '@qd/contract-kit'
import type { AnyRoute, Grant } from '@qd/contract-kit'
import type { Commit, SessionTables } from '@qd/session/server'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { callingServer, signedAs, speakTo, startTestConsole } from '../testing/index.ts'
import type { Speaker, TestConsole } from '../testing/index.ts'
import { fill, fits, pathOf, typeOf } from './samples.ts'
import type { PlaceName } from './samples.ts'

/*
 * Every call of the running program, asked by everybody about everything. The expectation is worked
 * out here from declaration and grants, by rules of its own: a call that forgets its guard turns red.
 */

const PATHS: Record<PlaceName, string> = {
  own: 'lantern/northwind/northwind-test/123',
  foreign: 'lantern/harbour/harbour-prod/11',
  missing: 'nowhere',
}

/** The call with its input about a place; `uId` alone when a call could take both. */
function ask(speaker: Speaker, route: AnyRoute, place: PlaceName) {
  const query = fill(route.query, place) as Record<string, string>
  const url = `${pathOf(route, place)}?${new URLSearchParams(query)}`
  return route.method === 'GET' ? speaker.get(url) : speaker.post(url, fill(route.body, place), typeOf(route))
}

/** How deep into the hierarchy the call's target goes at a place; 0 for none. */
function targetDepth(route: AnyRoute, place: PlaceName): number {
  if (route.target === undefined) return 0
  const input = {
    params: fill(route.params, place),
    query: fill(route.query, place),
    body: fill(route.body, place),
  }
  const named = Object.entries(route.target(input)).filter(([, value]) => value !== undefined)
  const depths: Record<string, number> = { game: 1, operator: 2, lineId: 3, sId: 4, uId: 4 }
  return Math.max(0, ...named.map(([part]) => depths[part] ?? 0))
}

const targets = (route: AnyRoute, place: PlaceName) => targetDepth(route, place) > 0

type Verdict = 'unauthorized' | 'forbidden' | 'not_found' | 'passed'

const SEPARATE = new Set(['/docs', '/adjust/downloadProto', '/platform/audit/export'])

function expected(route: AnyRoute, grants: readonly Grant[], place: PlaceName): Verdict {
  // Nobody’s session opens a call of game servers.
  if (route.permission === 'game-server') return 'unauthorized'
  const key = typeof route.permission === 'string' ? null : permissionKey(route.permission)
  const mine = grants.filter(
    (grant) => key === null || grant.codes.includes('*') || grant.codes.includes(key),
  )
  if (route.permission !== 'session' && mine.length === 0) return 'forbidden'
  if (!targets(route, place)) {
    if (key === null || route.scopeRule === 'reach') return 'passed'
    return mine.some(({ scope, environment }) => scope === '*' && environment === '*')
      ? 'passed'
      : 'forbidden'
  }
  const isRoot = mine.some((grant) => grant.scope === '*')
  if (place === 'missing') return isRoot ? 'not_found' : 'forbidden'
  const path = PATHS[place].split('/').slice(0, targetDepth(route, place)).join('/')
  const within = mine.some(({ scope }) => scope === '*' || `${path}/`.startsWith(`${scope}/`))
  const below = route.scopeRule === 'reach' && mine.some(({ scope }) => `${scope}/`.startsWith(`${path}/`))
  return within || below ? 'passed' : 'forbidden'
}

function verdictOf(answer: { http: number; body: { err?: { code: string } } | null }): Verdict {
  const code = answer.body?.err?.code
  if (answer.http === 401) return code === 'login_failed' ? 'passed' : 'unauthorized'
  if (answer.http === 403 && /^(forbidden|scope_forbidden|scope_disagree)$/.test(code ?? ''))
    return 'forbidden'
  // Only what the guard says of a place or a player; a handler may not find its own objects.
  if (answer.http === 404 && /^(game|operator|line|server|player)_not_found$/.test(code ?? ''))
    return 'not_found'
  return 'passed'
}

let running: TestConsole
let routes: AnyRoute[]
const speakers: Record<string, Speaker> = {}
const grantsOf: Record<string, readonly Grant[]> = {}

beforeAll(async () => {
  running = await startTestConsole()
  routes = running.features.flatMap((feature) => feature.routes.map(({ route }) => route))
  const commit: Commit = (change) => running.store.as<SessionTables>().write(change)
  const addUser = async (username: string, scope: string, role = 'operator') => {
    const password = 'matrix password 1'
    const grants = [{ role, scope, environment: '*' as const }]
    await running.session.administration.createUser(commit, { username, name: username, password, grants })
    return password
  }
  const otherPassword = await addUser('harbour-only', 'lantern/harbour')
  const scopedPassword = await addUser('harbour-admin', 'lantern/harbour', 'admin')
  const disabledPassword = await addUser('leaver', '*')
  for (const name of ['admin', 'operator', 'developer', 'reviewer', 'reader'])
    speakers[name] = await running.signIn(name)
  speakers['harbour-only'] = await running.signIn('harbour-only', otherPassword)
  speakers['harbour-admin'] = await running.signIn('harbour-admin', scopedPassword)
  for (const [name, speaker] of Object.entries(speakers)) {
    const info = await speaker.get<{ grants: Grant[] }>('/adjust/userInfo')
    grantsOf[name] = info.body.data.grants
  }
  const leaver = await running.signIn('leaver', disabledPassword)
  const { id } = (await leaver.get<{ id: string }>('/adjust/userInfo')).body.data
  await running.session.accounts.setDisabled((change) => running.store.write(change), id, true)
  speakers['disabled'] = leaver
  speakers['expired'] = speakTo(running.url, 'a'.repeat(43))
  speakers['anonymous'] = running.anonymous
})
afterAll(() => running.dispose())

describe('authorization matrix', () => {
  test('the table is the live one', () => {
    expect(routes.length).toBeGreaterThan(35)
    expect(routes.some((route) => route.path === '/adjust/api/change')).toBe(true)
  })

  test('the sample of every call fits its schema: what is refused for its form says nothing of rights', () => {
    // Codes of the second factor are six digits, known to nobody here; these calls are for everybody signed in.
    const asked = routes.filter(({ path }) => !path.startsWith('/api/auth/second-factor/'))
    const odd = asked.filter(
      ({ body, query }) => !fits(body, fill(body, 'own')) || !fits(query, fill(query, 'own')),
    )
    expect(odd.map(({ path }) => path)).toEqual([])
  })

  test.each(['anonymous', 'expired', 'disabled'])(
    '%s gets 401 everywhere but at public calls',
    async (who) => {
      const wrong: string[] = []
      for (const route of routes.filter(({ permission }) => permission !== 'public')) {
        const answer = await ask(speakers[who]!, route, 'own')
        if (answer.http !== 401) wrong.push(`${route.method} ${route.path}: ${answer.http}`)
      }
      expect(wrong).toEqual([])
    },
  )

  test.each(['admin', 'operator', 'developer', 'reviewer', 'reader', 'harbour-only', 'harbour-admin'])(
    '[S6.02] %s reaches exactly what the grants say: own, foreign and missing objects',
    async (who) => {
      const wrong: string[] = []
      for (const route of routes) {
        // Logging out would end the session the rest of the table needs.
        if (route.permission === 'public' || SEPARATE.has(route.path)) continue
        for (const place of ['own', 'foreign', 'missing'] as const) {
          const answer = await ask(speakers[who]!, route, place)
          const [is, should] = [verdictOf(answer), expected(route, grantsOf[who]!, place)]
          if (is !== should) {
            wrong.push(
              `${route.method} ${route.path} ${place}: ${is} (${answer.body.err?.code}), expected ${should}`,
            )
          }
        }
      }
      expect(wrong).toEqual([])
    },
  )

  test('a game server reaches its own calls and no others; unsigned nobody reaches those', async () => {
    const server = callingServer(running.sandbox, 123)
    const wrong: string[] = []
    for (const route of routes.filter(({ permission }) => permission !== 'public')) {
      const { method } = route
      const isOwn = route.permission === 'game-server'
      const query = new URLSearchParams(fill(route.query, 'own') as Record<string, string>).toString()
      const url = `${pathOf(route, 'own')}${query === '' ? '' : `?${query}`}`
      const body = method === 'GET' ? undefined : JSON.stringify(fill(route.body, 'own'))
      const type = body === undefined ? {} : typeOf(route)
      const signed = { ...type, ...signedAs(server, { method, url, body }) }
      const answer = await fetch(running.url + url, { method, headers: signed, ...(body && { body }) })
      if ((answer.status === 401) === isOwn) wrong.push(`${method} ${route.path}: ${answer.status}`)
      if (!isOwn) continue
      const stolen = await fetch(running.url + url, {
        method,
        headers: { ...signed, token: speakers['admin']!.token! },
        ...(body && { body }),
      })
      if (stolen.status !== 401) wrong.push(`${method} ${route.path} with a token: ${stolen.status}`)
    }
    expect(wrong).toEqual([])
  })

  test('a foreign object and a missing one give the same bytes', async () => {
    const reader = speakers['reader']!
    for (const route of routes.filter((each) => targetDepth(each, 'own') > 1 && !SEPARATE.has(each.path))) {
      const [foreign, missing] = [await ask(reader, route, 'foreign'), await ask(reader, route, 'missing')]
      const stable = (answer: typeof foreign) =>
        JSON.stringify([answer.http, { ...answer.body, requestId: '' }])
      expect(stable(missing), route.path).toBe(stable(foreign))
    }
  })
})
