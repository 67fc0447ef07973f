import { settingsNetworks } from '@qd/game-contract/settings-networks'
import { createDialer } from '@qd/server-kit'
import { describeOnBothDatabases } from '@qd/store/testing'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openDesk } from '../../../../apps/server/testing/session-desk.ts'
import type { LoginReply } from '../../contract/index.ts'
import { sessionMigrations } from '../index.ts'
import type { SessionTables } from '../index.ts'
import { signInAtProvider } from '../testing/sign-in-at-provider.ts'
import { startProvider } from '../testing/start-provider.ts'

const PUBLIC_URL = 'https://console.example/ops/'
const CALLBACK = 'https://console.example/ops/api/auth/oidc/callback'
const MEI = { sub: 's-mei', preferred_username: 'mei', name: '梅兰' }
const LIN = { sub: 's-lin', preferred_username: 'lin', name: '林' }
const START = '/api/auth/second-factor/start'

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

function stepUpOf(details: unknown) {
  const { stepUp } = (details ?? {}) as { stepUp?: { action: string; ways: string[]; provider: string } }
  if (stepUp === undefined) throw new Error('no proof was asked for')
  return stepUp
}

describeOnBothDatabases('step-up by the identity provider', sessionMigrations, (open) => {
  const prepare = async () => {
    const settings = {
      issuer: provider.issuer,
      clientId: 'console',
      clientSecret: 'a secret of the test',
      scopes: 'openid profile',
      label: 'Harbour ID',
      publicUrl: PUBLIC_URL,
      createsUsers: true,
      networks: settingsNetworks({ allowLoopback: true, allowPrivate: true }),
    }
    // The provider tells the time of day.
    const clock = { nowMs: Date.now() }
    const store = await open<SessionTables>()
    const desk = openDesk(store, { clock, oidc: { settings, dialer } })
    /** The way to the provider and back, in the browser that began it. */
    const through = async (path: string, body: object, token?: string) => {
      const begun = await desk.post<{ address: string }>(path, body, token === undefined ? {} : { token })
      const cookie = cookieOf(begun.headers['set-cookie'])
      const back = await signInAtProvider(begun.data.address, CALLBACK)
      const url = `/api/auth/oidc/callback${new URL(back).search}`
      const answer = await desk.app.inject({ method: 'GET', url, headers: { cookie } })
      return { asked: new URL(begun.data.address), at: String(answer.headers.location), cookie }
    }
    const signIn = async (person: typeof MEI) => {
      provider.present.person = person
      const { at, cookie } = await through('/api/auth/oidc/start', {})
      const code = new URLSearchParams(at.split('?')[1]).get('code')
      const headers = { cookie }
      return (await desk.post<LoginReply>('/api/auth/oidc/finish', { code }, { headers })).data.token
    }
    const start = (token: string) => desk.post(START, {}, { token })
    const wanted = async (token: string) => stepUpOf((await start(token)).err?.details)
    const stepUp = (action: string, token: string) => through('/api/auth/oidc/step-up', { action }, token)
    return { desk, store, clock, signIn, start, wanted, stepUp }
  }

  test('[T28] who has no password here signs in there again, for one action', async () => {
    const { desk, signIn, start, wanted, stepUp } = await prepare()
    const token = await signIn(MEI)
    const { action, ways, provider: label } = await wanted(token)
    expect([ways, label]).toEqual([['provider'], 'Harbour ID'])
    expect((await desk.post('/api/auth/step-up', { action, password: 'x' }, { token })).http).toBe(428)
    const { asked, at } = await stepUp(action, token)
    expect([asked.searchParams.get('prompt'), asked.searchParams.get('max_age')]).toEqual(['login', '0'])
    expect(at).toBe('https://console.example/ops/#/stepped-up')
    const state = await desk.post('/api/auth/step-up/state', { action }, { token })
    expect(state.data).toEqual({ isGiven: true })
    expect([(await start(token)).http, (await start(token)).http]).toEqual([200, 428])
    const kept = desk.audits.filter(({ kind }) => kind === 'commit').map(({ entry }) => entry)
    const given = kept.find((entry) => entry?.action === 'session.giveStepUp')
    expect(given?.actor).toBe('mei')
    expect(given?.detail).toEqual({ action, way: 'provider' })
    await desk.close()
  })

  test('[T28] another company account, or a sign-in of long ago, is no proof, and the window says why', async () => {
    const { desk, clock, signIn, start, wanted, stepUp } = await prepare()
    const [mei] = [await signIn(MEI), await signIn(LIN)]
    const { action } = await wanted(mei)
    // Whoever is at the browser signs in as somebody else.
    expect((await stepUp(action, mei)).at).toContain('#/stepped-up?fault=step_up_other_account')
    provider.present.person = MEI
    provider.present.loginTs = Math.floor(clock.nowMs / 1_000) - 600
    expect((await stepUp(action, mei)).at).toContain('#/stepped-up?fault=oidc_expired')
    delete provider.present.loginTs
    expect((await start(mei)).err?.code).toBe('step_up_needed')
    await desk.close()
  })

  test('[T28] a session that ended meanwhile gets no proof, and one with a password is not sent there', async () => {
    const { desk, signIn, wanted } = await prepare()
    await desk.addUser('local')
    const local = await desk.tokenOf('local')
    const own = await wanted(local)
    expect(own.ways).toEqual(['password'])
    const sent = await desk.post('/api/auth/oidc/step-up', { action: own.action }, { token: local })
    expect(sent.err?.code).toBe('step_up_impossible')
    const token = await signIn(MEI)
    const { action } = await wanted(token)
    const begun = await desk.post<{ address: string }>('/api/auth/oidc/step-up', { action }, { token })
    await desk.post('/api/auth/logout', {}, { token })
    const url = `/api/auth/oidc/callback${new URL(await signInAtProvider(begun.data.address, CALLBACK)).search}`
    const headers = { cookie: cookieOf(begun.headers['set-cookie']) }
    const answer = await desk.app.inject({ method: 'GET', url, headers })
    expect(answer.headers.location).toContain('#/stepped-up?fault=step_up_other_account')
    await desk.close()
  })

  test('[T28] a second factor set up in the meantime is asked for: the sign-in there is no proof any more', async () => {
    const { desk, store, signIn, wanted } = await prepare()
    const token = await signIn(MEI)
    const { action } = await wanted(token)
    const begun = await desk.post<{ address: string }>('/api/auth/oidc/step-up', { action }, { token })
    const { userId } = (await desk.feature.session.authenticate(token))!
    const steps = { last_step: 0, step_up_step: 0 }
    const factor = { user_id: userId, secret: 's', ...steps, confirmed_at: 1, asked_at_sign_in: 1 }
    await store.write((tx) => tx.insertInto('second_factor').values(factor).execute())
    const url = `/api/auth/oidc/callback${new URL(await signInAtProvider(begun.data.address, CALLBACK)).search}`
    const headers = { cookie: cookieOf(begun.headers['set-cookie']) }
    const answer = await desk.app.inject({ method: 'GET', url, headers })
    expect(answer.headers.location).toContain('#/stepped-up?fault=')
    const state = await desk.post('/api/auth/step-up/state', { action }, { token })
    expect(state.data).toEqual({ isGiven: false })
    await desk.close()
  })
})
