import { isSessionless, riskAtLeast } from '@qd/contract-kit'
import type { AnyRoute } from '@qd/contract-kit'
import { MAIL_FILE_USE } from '@qd/mail/contract'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { speakTo, startTestConsole } from '../testing/index.ts'
import type { Speaker, TestConsole } from '../testing/index.ts'
import { fill, pathOf, typeOf } from './samples.ts'

/*
 * Every call of the running program, asked by a session that still owes its second factor, by the preview
 * of a role and by an API token: a call that forgets to say who may make it turns red.
 */

let running: TestConsole
let all: AnyRoute[]
let routes: AnyRoute[]
let writing: Set<AnyRoute>
let admin: Speaker
const PASSWORD = 'quarterdeck-sandbox'

function ask(speaker: Speaker, route: AnyRoute) {
  const query = fill(route.query, 'own') as Record<string, string>
  const url = `${pathOf(route, 'own')}?${new URLSearchParams(query)}`
  return route.method === 'GET' ? speaker.get(url) : speaker.post(url, fill(route.body, 'own'), typeOf(route))
}

/** An API token of the administrator with these rights everywhere. */
async function tokenWith(...granted: string[]): Promise<Speaker> {
  const made = await admin.post<{ token: string }>('/api/auth/tokens/create', {
    tokenName: granted.join(' '),
    expiresAt: Date.now() + 60_000,
    grants: [{ scope: '*', environment: '*', codes: granted }],
    password: PASSWORD,
  })
  return speakTo(running.url, made.body.data.token)
}

/** Calls with the permission `session` that ask an API token for its grants themselves: each is a decision. */
const OPEN_TO_TOKENS = [
  // Where something is: answered as far as the grants reach.
  'GET /adjust/domain',
  'GET /adjust/getCrossServer',
  'GET /adjust/getServer',
  'GET /adjust/index',
  'GET /adjust/place',
  'GET /adjust/time',
  'POST /adjust/server/online',
  'POST /adjust/server/states',
  'POST /partner/channel/list/:lineId',
  'POST /partner/line/list',
  'POST /partner/server/list/:lineId',
  'POST /platform/game/list',
  'POST /platform/gameProp/all',
  'POST /platform/gamePropUpperLimit/list',
  'POST /platform/partner/list',
  // Who the token is.
  'GET /adjust/userInfo',
  // What it handed in, under the permission of the call that is asked for.
  ...[
    'comment',
    'compare',
    'counts',
    'execute',
    'get',
    'list',
    'proof',
    'revise',
    'stop',
    'submit',
    'watch',
  ].map((call) => `POST /platform/approvals/${call}`),
  'POST /platform/approvals/withdraw',
  // Files, under the permission of their use.
  ...['begin', 'discard', 'finish', 'get', 'list', 'part'].map((call) => `POST /platform/file/${call}`),
  'GET /platform/file/content',
  // What it ordered, under the permission of the kind.
  ...['cancel', 'get', 'go-on', 'list', 'output', 'pause', 'result', 'resume', 'retry', 'rows'].map(
    (call) => `POST /platform/job/${call}`,
  ),
  ...['delete', 'edit', 'get', 'list', 'pause', 'preview', 'resume', 'runNow', 'runs'].map(
    (call) => `POST /platform/schedule/${call}`,
  ),
]

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
  all = served.map(({ route }) => route).filter((route) => !isSessionless(route.permission))
  routes = all.filter((route) => route.raw !== true)
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
    const own = routes.filter(({ path }) =>
      /^\/api\/auth\/(?!touch)|^\/platform\/user\/(info|password)$/.test(path),
    )
    expect(own.length).toBeGreaterThan(12)
    const found = await codes(await tokenWith('*'), own)
    expect(new Set(Object.values(found))).toEqual(new Set(['own_session_required']))
  })

  test('calls that ask who somebody is are closed to API tokens, but for those that ask the grants', async () => {
    const ofSession = all.filter(({ permission }) => permission === 'session')
    const nameOf = ({ method, path }: AnyRoute) => `${method} ${path}`
    expect(ofSession.map(nameOf)).toEqual(expect.arrayContaining(OPEN_TO_TOKENS))
    const closed = ofSession.filter((route) => !OPEN_TO_TOKENS.includes(nameOf(route)))
    expect(closed.length).toBeGreaterThan(40)
    const found = await codes(await tokenWith('*'), closed)
    const passed = Object.entries(found).filter(([, code]) => code !== 'own_session_required')
    expect(Object.fromEntries(passed)).toEqual({})
  })

  test('an API token of another right reads and deletes no file of its owner', async () => {
    const content = '30123000045'
    const begun = await admin.post<{ fileId: string }>('/platform/file/begin', {
      use: MAIL_FILE_USE,
      name: 'players.csv',
      size: content.length,
    })
    const { fileId } = begun.body.data
    await fetch(`${running.url}/platform/file/part?fileId=${fileId}&offset=0`, {
      method: 'POST',
      headers: { authorization: `Bearer ${admin.token}`, 'content-type': 'application/octet-stream' },
      body: content,
    })
    await admin.post('/platform/file/finish', { fileId })
    const other = await tokenWith('audit.search')
    const byFile = ['get', 'finish', 'discard'].map((call) =>
      other.post(`/platform/file/${call}`, { fileId }),
    )
    const answers = [
      ...(await Promise.all(byFile)),
      await other.get(`/platform/file/content?fileId=${fileId}`),
    ]
    expect(answers.map(({ http, body }) => [http, body.err?.code])).toEqual(
      answers.map(() => [404, 'file_not_found']),
    )
    expect((await other.post<{ files: [] }>('/platform/file/list')).body.data.files).toEqual([])
    const own = await tokenWith('mail.edit')
    expect((await own.post<{ files: object[] }>('/platform/file/list')).body.data.files).toHaveLength(1)
    expect((await own.get(`/platform/file/content?fileId=${fileId}`)).body.data).toBe(content)
  })
})
