import { isSessionless, riskAtLeast } from '@qd/contract-kit'
import type { AnyRoute } from '@qd/contract-kit'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { speakTo, startTestConsole } from '../testing/index.ts'
import type { Speaker, TestConsole } from '../testing/index.ts'
import { fill, pathOf, typeOf } from './samples.ts'

/*
 * Every call of the running program, asked by a session that still owes its second factor, by the preview
 * of a role and by an API token: a call that forgets to say who may make it turns red.
 */

let running: TestConsole
let routes: AnyRoute[]
let writing: Set<AnyRoute>
let admin: Speaker
const PASSWORD = 'quarterdeck-sandbox'

function ask(speaker: Speaker, route: AnyRoute) {
  const query = fill(route.query, 'own') as Record<string, string>
  const url = `${pathOf(route, 'own')}?${new URLSearchParams(query)}`
  return route.method === 'GET' ? speaker.get(url) : speaker.post(url, fill(route.body, 'own'), typeOf(route))
}

async function codes(speaker: Speaker, asked: readonly AnyRoute[]): Promise<Record<string, string>> {
  const found: Record<string, string> = {}
  for (const route of asked) {
    const answer = await ask(speaker, route)
    found[`${route.method} ${route.path}`] = answer.body.err?.code ?? 'done'
  }
  return found
}

beforeAll(async () => {
  running = await startTestConsole()
  const served = running.features.flatMap((feature) => feature.routes)
  writing = new Set(served.filter(({ options }) => options.effect === 'store').map(({ route }) => route))
  routes = served
    .map(({ route }) => route)
    .filter((route) => !isSessionless(route.permission) && route.raw !== true)
  admin = await running.signIn('admin')
})
afterAll(() => running.dispose())

describe('ways of being signed in', () => {
  test('who owes a second factor may set it up, see who he is, and nothing else', async () => {
    const { path } = await running.session.accounts.invite(
      (change) => running.store.write(change),
      { username: 'owes', name: 'owes', department: '', mustUseSecondFactor: true },
      (tx, userId) =>
        running.access.access.assignRoles(tx, userId, [{ role: 'admin', scope: '*', environment: '*' }]),
    )
    const answer = await running.anonymous.post<{ token: string }>('/api/auth/invitation', {
      code: path.split('code=')[1],
      password: PASSWORD + 1,
    })
    const found = await codes(speakTo(running.url, answer.body.data.token), routes)
    const open = Object.entries(found).filter(([, code]) => code !== 'second_factor_setup')
    expect(Object.fromEntries(open)).toEqual({
      'GET /adjust/userInfo': 'done',
      'GET /api/auth/second-factor': 'done',
      'POST /api/auth/second-factor/start': 'done',
      'POST /api/auth/step-up': 'password_wrong',
      'POST /api/auth/step-up/state': 'done',
      'POST /api/auth/oidc/step-up': 'oidc_off',
      // Past the guard: the sample is no code.
      'POST /api/auth/second-factor/confirm': 'field_invalid',
    })
  })

  test('a preview of everything changes nothing', async () => {
    const caller = await running.session.session.authenticate(admin.token!)
    const grants = [{ scope: '*', environment: '*' as const, codes: ['*'] }]
    const preview = await running.session.previews.open(caller!, { label: 'all', roles: [], grants })
    const writes = routes.filter((route) => riskAtLeast(route.risk, 'R1') || writing.has(route))
    expect(writes.length).toBeGreaterThan(15)
    const small = writes.filter(({ risk }) => risk === 'R0').map(({ path }) => path)
    expect(small).toEqual(
      expect.arrayContaining(['/api/preference/save', '/api/preset/save', '/api/preset/del']),
    )
    const found = await codes(speakTo(running.url, preview.token), writes)
    for (const [call, code] of Object.entries(found)) {
      expect(`${call} ${code}`).toMatch(/ (read_only_session|own_session_required)$/)
    }
  })

  test('an API token of everything is refused wherever the own account is changed', async () => {
    const made = await admin.post<{ token: string }>('/api/auth/tokens/create', {
      tokenName: 'all',
      expiresAt: Date.now() + 60_000,
      grants: [{ scope: '*', environment: '*', codes: ['*'] }],
      password: PASSWORD,
    })
    const own = routes.filter(({ path }) =>
      /^\/api\/auth\/(?!touch)|^\/platform\/user\/(info|password)$/.test(path),
    )
    expect(own.length).toBeGreaterThan(12)
    const found = await codes(speakTo(running.url, made.body.data.token), own)
    expect(new Set(Object.values(found))).toEqual(new Set(['own_session_required']))
  })
})
