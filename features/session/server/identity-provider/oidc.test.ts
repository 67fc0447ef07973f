import type { Dialer, DialRequest } from '@qd/game-contract/adapter'
import { settingsNetworks } from '@qd/game-contract/settings-networks'
import { createDialer } from '@qd/server-kit'
import type { Store } from '@qd/store'
import { describeOnBothDatabases } from '@qd/store/testing'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { LoginReply } from '../../contract/index.ts'
import { createIdentityProvider } from './identity-provider.ts'
import { sessionMigrations } from '../index.ts'
import type { SessionTables } from '../index.ts'
import { accessInMemory, openDesk } from '../../../../apps/server/testing/session-desk.ts'
import { signInAtProvider } from '../testing/sign-in-at-provider.ts'
import { startProvider } from '../testing/start-provider.ts'

const PUBLIC_URL = 'https://console.example/ops/'
const CALLBACK = 'https://console.example/ops/api/auth/oidc/callback'
const MEI = { sub: 's-mei', preferred_username: 'mei', name: '梅兰', groups: ['ops', 'ops', 'night'] }
const PERSON = { username: 'Mei.Lan', name: '梅兰', department: '', mustUseSecondFactor: true }

let provider: Awaited<ReturnType<typeof startProvider>>
const dialer = createDialer({ ownPorts: () => [] })
beforeAll(async () => {
  provider = await startProvider(CALLBACK)
})
afterAll(async () => {
  dialer.close()
  await provider.stop()
})

const cookieOf = (header: unknown) => /^(qd_sign_in=[\w-]*)/.exec(String(header))?.[1] ?? ''

function prepare(store: Store<SessionTables>, more: { createsUsers?: boolean; issuer?: string } = {}) {
  const access = accessInMemory()
  const settings = {
    issuer: more.issuer ?? provider.issuer,
    clientId: 'console',
    clientSecret: 'a secret of the test',
    scopes: 'openid profile',
    groupsClaim: 'groups',
    label: 'Harbour ID',
    publicUrl: PUBLIC_URL,
    createsUsers: more.createsUsers ?? false,
    networks: settingsNetworks({ allowLoopback: true, allowPrivate: true }),
  }
  const desk = openDesk(store, { access, oidc: { settings, dialer } })
  const start = async (body: object = {}, address?: string) => {
    const from = address === undefined ? {} : { address }
    const answer = await desk.post<{ address: string }>('/api/auth/oidc/start', body, from)
    return { ...answer, cookie: cookieOf(answer.headers['set-cookie']) }
  }
  const comeBack = async (address: string, cookie: string) => {
    const url = `/api/auth/oidc/callback${new URL(address).search}`
    const answer = await desk.app.inject({ method: 'GET', url, headers: { cookie } })
    const target = new URL(String(answer.headers.location))
    return { http: answer.statusCode, target, params: new URLSearchParams(target.hash.split('?')[1]) }
  }
  const finish = (code: string, cookie: string) =>
    desk.post<LoginReply>('/api/auth/oidc/finish', { code }, { headers: { cookie } })
  /** The whole way of one person. */
  const signIn = async (body: object = {}) => {
    const { data, cookie } = await start(body)
    const { params } = await comeBack(await signInAtProvider(data.address, CALLBACK), cookie)
    const code = params.get('code')
    return { params, cookie, answer: code === null ? null : await finish(code, cookie) }
  }
  return { desk, access, start, comeBack, finish, signIn }
}

test('a provider named by the environment may stand in the own network, not on this machine', async () => {
  const asked: DialRequest[] = []
  const recording: Pick<Dialer, 'fetch'> = {
    async fetch(_url, request) {
      asked.push(request)
      throw new Error('enough is known')
    },
  }
  const settings = {
    issuer: 'https://10.1.2.3',
    clientId: 'console',
    scopes: 'openid',
    label: 'Harbour ID',
    publicUrl: PUBLIC_URL,
    createsUsers: false,
    networks: settingsNetworks({ allowLoopback: false, allowPrivate: true }),
  }
  const away = createIdentityProvider(settings, recording, Date.now)
  await expect(away.authorizationAddress({ state: 's', nonce: 'n', verifier: 'v' })).rejects.toThrow()
  expect(asked).toMatchObject([{ networks: { allowLoopback: false, allowPrivate: true } }])
})

describeOnBothDatabases('sign-in through an identity provider', sessionMigrations, (open) => {
  test('an invitation links the account once; groups follow; no password and no second factor here', async () => {
    const { desk, access, signIn } = prepare(await open<SessionTables>())
    provider.present.person = MEI
    const { path, userId } = await desk.feature.accounts.invite(desk.commit, PERSON, async () => undefined)
    const { answer, params } = await signIn({ code: path.split('code=')[1], redirect: '/index/30123000045' })
    expect([answer?.http, params.get('redirect')]).toEqual([200, '/index/30123000045'])
    expect(answer?.data.userInfo).toMatchObject({ id: userId, hasPassword: false, session: { kind: 'full' } })
    expect(access.groups.get(userId)).toEqual(['ops', 'night'])
    expect(await desk.feature.accounts.find(userId)).toMatchObject({ state: 'active', isExternal: true })
    const { groups: _left, ...inNone } = MEI
    provider.present.person = inNone
    const again = await signIn()
    expect(again.answer?.data.userInfo.id).toBe(userId)
    expect(access.groups.get(userId)).toEqual([])
    await desk.feature.accounts.setDisabled(desk.commit, userId, true)
    expect((await signIn()).params.get('fault')).toBe('oidc_unknown_user')
    await desk.close()
  })

  test('a sign-in on a device the account was never used on is told to its owner here too', async () => {
    const { desk, signIn } = prepare(await open<SessionTables>())
    provider.present.person = MEI
    const { path, userId } = await desk.feature.accounts.invite(desk.commit, PERSON, async () => undefined)
    await signIn({ code: path.split('code=')[1] })
    const told = () => desk.told.filter(({ notice }) => notice.kind.name === 'session.newDevice')
    expect(told()).toEqual([])
    await signIn()
    expect(told()).toMatchObject([{ to: [userId] }])
    await desk.close()
  })

  test('neither user name nor an old invitation makes somebody else of a person', async () => {
    const { desk, signIn } = prepare(await open<SessionTables>())
    provider.present.person = { ...MEI, sub: 's-impostor', preferred_username: 'admin' }
    await desk.addUser('admin', [{ role: 'ROLE_ADMIN', scope: '*', environment: '*' }])
    expect((await signIn()).params.get('fault')).toBe('oidc_unknown_user')
    const id = await desk.addUser('known')
    const reset = await desk.feature.accounts.renewLink(desk.commit, id)
    expect((await signIn({ code: reset.path.split('code=')[1] })).params.get('fault')).toBe(
      'oidc_unknown_user',
    )
    expect(desk.audits.some(({ result }) => result?.code === 'oidc_unknown_user')).toBe(true)
    await desk.close()
  })

  test('accounts are made where that is switched on, without any right, never over an existing one', async () => {
    const { desk, signIn } = prepare(await open<SessionTables>(), { createsUsers: true })
    provider.present.person = { ...MEI, sub: 's-new', preferred_username: 'newcomer' }
    const { answer } = await signIn()
    expect(answer?.data.userInfo).toMatchObject({ username: 'newcomer', name: '梅兰', roles: [], grants: [] })
    await desk.addUser('taken')
    for (const name of ['taken', 'Taken', 'taken.', 'tаken', 'no spaces', '']) {
      provider.present.person = { ...MEI, sub: `s-${name}`, preferred_username: name }
      expect([name, (await signIn()).params.get('fault')]).toEqual([name, 'oidc_name_refused'])
    }
    const accounts = await desk.feature.accounts.list({ page: 1, pageSize: 10 })
    expect(accounts.list.map(({ username }) => username)).toEqual(['newcomer', 'taken'])
    await desk.close()
  })

  test('[T4] the way back belongs to the browser that began, and counts once, at both steps', async () => {
    const { desk, start, comeBack, finish } = prepare(await open<SessionTables>(), { createsUsers: true })
    provider.present.person = { ...MEI, sub: 's-once', preferred_username: 'once' }
    const { data, cookie, headers } = await start()
    expect(String(headers['set-cookie'])).toMatch(
      /; Path=\/ops\/api\/auth\/oidc; Max-Age=600; HttpOnly; SameSite=Lax; Secure$/,
    )
    const address = await signInAtProvider(data.address, CALLBACK)
    const foreign = (await start()).cookie
    for (const each of ['', foreign]) {
      expect((await comeBack(address, each)).params.get('fault')).toBe('oidc_expired')
    }
    const back = await comeBack(address, cookie)
    expect([back.http, back.target.origin + back.target.pathname]).toEqual([302, PUBLIC_URL])
    expect(back.target.search).toBe('')
    expect((await comeBack(address, cookie)).params.get('fault')).toBe('oidc_expired')
    const code = back.params.get('code')!
    expect((await finish(code, foreign)).err?.code).toBe('oidc_expired')
    const both = await Promise.all([finish(code, cookie), finish(code, cookie)])
    expect(both.map(({ http }) => http).toSorted()).toEqual([200, 400])
    expect(JSON.stringify(desk.audits)).not.toContain(code)
    await desk.close()
  })

  test('one address cannot keep others from signing in: a hundred on their way, and who comes back makes room', async () => {
    const { desk, start, comeBack } = prepare(await open<SessionTables>())
    provider.present.person = MEI
    const here = '127.0.0.1'
    const first = await start({}, here)
    // All wait for one row: of a hundred at once a busy machine would give up the last for that alone.
    const some = () => Promise.all(Array.from({ length: 13 }, () => start({}, here)))
    const begun: Awaited<ReturnType<typeof some>> = []
    for (let times = 0; times < 8; times += 1) begun.push(...(await some()))
    expect(begun.filter(({ http }) => http === 200)).toHaveLength(99)
    const [refused] = begun.filter(({ http }) => http !== 200)
    expect([refused?.http, refused?.err?.code]).toEqual([429, 'login_throttled'])
    expect((await start({}, '192.0.2.7')).http).toBe(200)
    expect((await start({}, '2001:db8:1:2::7')).http).toBe(200)

    await comeBack(await signInAtProvider(first.data.address, CALLBACK), first.cookie)
    expect([(await start({}, here)).http, (await start({}, here)).http]).toEqual([200, 429])
    desk.clock.nowMs += 15 * 60_000
    expect((await start({}, here)).http).toBe(200)
    await desk.close()
  })

  test('ten minutes at the provider, a minute on the way to the page', async () => {
    const { desk, start, comeBack, finish } = prepare(await open<SessionTables>(), { createsUsers: true })
    provider.present.person = { ...MEI, sub: 's-late', preferred_username: 'late' }
    const late = await start()
    const address = await signInAtProvider(late.data.address, CALLBACK)
    desk.clock.nowMs += 10 * 60_000
    expect((await comeBack(address, late.cookie)).params.get('fault')).toBe('oidc_expired')
    const slow = await start()
    const back = await comeBack(await signInAtProvider(slow.data.address, CALLBACK), slow.cookie)
    desk.clock.nowMs += 60_000
    expect((await finish(back.params.get('code')!, slow.cookie)).err?.code).toBe('oidc_expired')
    await desk.close()
  })

  test('a changed code, a foreign state and a provider that is away are refused, and said', async () => {
    const store = await open<SessionTables>()
    const { desk, start, comeBack } = prepare(store, { createsUsers: true })
    provider.present.person = { ...MEI, sub: 's-forged', preferred_username: 'forged' }
    const { data, cookie } = await start()
    const forged = new URL(await signInAtProvider(data.address, CALLBACK))
    forged.searchParams.set('code', 'made-up')
    expect((await comeBack(forged.href, cookie)).params.get('fault')).toBe('oidc_failed')
    const denied = await start()
    const state = new URL(denied.data.address).searchParams.get('state')!
    const refusal = `${CALLBACK}?error=access_denied&state=${state}`
    expect((await comeBack(refusal, denied.cookie)).params.get('fault')).toBe('oidc_failed')
    expect((await comeBack(`${CALLBACK}?state=x`, cookie)).params.get('fault')).toBe('oidc_expired')
    await desk.close()
    const away = prepare(store, { issuer: 'http://127.0.0.1:9/' })
    expect((await away.start()).err?.code).toBe('oidc_failed')
    await away.desk.close()
  })

  test('without a provider the page is told so and the calls do nothing', async () => {
    const desk = openDesk(await open<SessionTables>())
    expect((await desk.get('/api/auth/ways')).data).toEqual({ oidc: null })
    expect((await desk.post('/api/auth/oidc/start')).err?.code).toBe('oidc_off')
    expect((await desk.get('/api/auth/oidc/callback?code=1&state=2')).err?.code).toBe('oidc_off')
    expect((await desk.post('/api/auth/oidc/finish', { code: 'x'.repeat(43) })).err?.code).toBe('oidc_off')
    await desk.close()
  })
})
