import { describeOnBothDatabases } from '@qd/store/testing'
import { expect, test } from 'vitest'
import type { LoginReply } from '../../contract/index.ts'
import { sessionMigrations } from '../index.ts'
import type { SessionTables } from '../index.ts'
import { hashToken } from '../tokens/opaque-token.ts'
import { sweep } from '../sweep.ts'
import { PASSWORD, accessInMemory, openDesk } from '../../../../apps/server/testing/session-desk.ts'
import { totpCode } from '../testing/totp-code.ts'
import { totpStep } from '../second-factor/totp.ts'

type Desk = ReturnType<typeof openDesk>

const MINUTE_MS = 60_000
const DAY_MS = 86_400_000
const NEW = 'quiet lantern at sea'

/** A browser: sends what it was given, and nothing to pages of others, as SameSite has it. */
function browse(desk: Desk, address = '192.0.2.7') {
  const jar = { cookie: '' }
  const send = async <T>(url: string, body: object, token?: string) => {
    const from = { address, headers: { cookie: jar.cookie }, ...(token === undefined ? {} : { token }) }
    const answer = await desk.post<T>(url, body, from)
    const [pair] = String(answer.headers['set-cookie'] ?? '').split(';')
    if (pair?.startsWith('qd_device=') === true) jar.cookie = pair
    return answer
  }
  const logIn = (username: string, password = PASSWORD, otp?: string) =>
    send<LoginReply>('/api/auth/login', { username, password, ...(otp === undefined ? {} : { otp }) })
  return { jar, send, logIn }
}

/** A stranger guesses until the account takes no more from strangers. */
async function lockByGuessing(desk: Desk, username: string): Promise<void> {
  for (let guess = 0; guess < 5; guess++) {
    const answer = await desk.logIn(username, `guess ${guess}`, { address: `198.51.100.${guess}` })
    expect(answer.http).toBe(401)
  }
  expect((await desk.logIn(username, PASSWORD, { address: '198.51.100.9' })).http).toBe(429)
}

describeOnBothDatabases('known devices', sessionMigrations, (open) => {
  test('[T26] who signed in here before signs in whatever strangers guess; strangers stay locked', async () => {
    const desk = openDesk(await open<SessionTables>())
    await desk.addUser('known')
    const [own, other] = [browse(desk), browse(desk)]
    expect((await own.logIn('known')).http).toBe(200)
    await lockByGuessing(desk, 'known')
    expect((await other.logIn('known')).http).toBe(429)
    expect((await own.logIn('known')).http).toBe(200)
    // It neither freed the strangers nor took a place of theirs.
    expect((await other.logIn('known')).http).toBe(429)
    desk.clock.nowMs += 16 * MINUTE_MS
    expect((await other.logIn('known')).http).toBe(200)
    await desk.close()
  })

  test('[T26] the cookie is of 256 bits, kept from scripts and other sites, new at each sign-in, stored as a hash', async () => {
    const store = await open<SessionTables>()
    const desk = openDesk(store)
    await desk.addUser('known')
    const own = browse(desk)
    const first = await own.logIn('known')
    expect(String(first.headers['set-cookie'])).toMatch(
      /^qd_device=[\w-]{43}; Path=\/; Max-Age=7776000; HttpOnly; SameSite=Strict$/,
    )
    const before = own.jar.cookie
    await own.logIn('known')
    expect(own.jar.cookie).not.toBe(before)
    const rows = await store.read.selectFrom('known_device').selectAll().execute()
    expect(rows.map((row) => row.token_hash)).toEqual([hashToken(own.jar.cookie.slice('qd_device='.length))])
    // A copy of the earlier one is worth nothing.
    await lockByGuessing(desk, 'known')
    const thief = browse(desk)
    thief.jar.cookie = before
    expect((await thief.logIn('known')).http).toBe(429)
    const secure = openDesk(store, { publicUrl: 'https://console.example/ops' })
    const answer = await secure.logIn('known', PASSWORD, { headers: { cookie: own.jar.cookie } })
    expect(String(answer.headers['set-cookie'])).toMatch(/SameSite=Strict; Secure$/)
    await secure.close()
    await desk.close()
  })

  test('[T26] a device has five failures of its own, also when all come at once and to two nodes', async () => {
    const store = await open<SessionTables>()
    const access = accessInMemory()
    const nodes = [openDesk(store, { access }), openDesk(store, { access })]
    const [desk] = nodes
    await desk!.addUser('known')
    const own = browse(desk!)
    await own.logIn('known')
    const guesses = await Promise.all(
      Array.from({ length: 12 }, (_, at) =>
        nodes[at % 2]!.logIn('known', `guess ${at}`, { headers: { cookie: own.jar.cookie } }),
      ),
    )
    expect(guesses.filter(({ err }) => err?.code === 'login_failed')).toHaveLength(5)
    expect(guesses.filter(({ err }) => err?.code === 'login_throttled')).toHaveLength(7)
    expect((await own.logIn('known')).http).toBe(429)
    // Nobody else feels it: neither the account elsewhere nor others at the address.
    expect((await browse(desk!).logIn('known')).http).toBe(200)
    for (const node of nodes) await node.close()
  })

  test('[T26] guessed, foreign and broken values are those of a stranger; nothing but a sign-in reads the cookie', async () => {
    const desk = openDesk(await open<SessionTables>())
    await desk.addUser('known')
    await desk.addUser('other')
    const [own, other] = [browse(desk), browse(desk)]
    await own.logIn('known')
    await other.logIn('other')
    const value = own.jar.cookie.slice('qd_device='.length)
    await lockByGuessing(desk, 'known')
    const values = [
      other.jar.cookie,
      `qd_device=${'A'.repeat(43)}`,
      `qd_device=${hashToken(value)}`,
      `qd_device=${value}x`,
      `qd_device=${'B'.repeat(43)}.`.repeat(60),
      `xqd_device=${value}`,
      'qd_device=',
      `qd_device=' or 1=1 --`,
    ]
    for (const cookie of values) {
      const answer = await desk.logIn('known', PASSWORD, { headers: { cookie } })
      expect([cookie.slice(0, 60), answer.http]).toEqual([cookie.slice(0, 60), 429])
    }
    expect((await desk.get('/adjust/userInfo', { headers: { cookie: own.jar.cookie } })).http).toBe(401)
    expect((await desk.get('/adjust/userInfo', { token: value })).http).toBe(401)
    expect((await own.logIn('known')).http).toBe(200)
    expect(JSON.stringify(desk.audits)).not.toContain(value)
    await desk.close()
  })

  test('[T26] the second factor is still asked for, and its guesses count', async () => {
    const desk = openDesk(await open<SessionTables>())
    await desk.addUser('known')
    const own = browse(desk)
    const { data } = await own.logIn('known')
    const post = <T>(path: string, body: object) =>
      own.send<T>(`/api/auth/second-factor/${path}`, body, data.token)
    const start = () => post<{ secret: string }>('start', {})
    const { secret } = (await desk.proven(data.token, { password: PASSWORD }, start)).data
    await post('confirm', { code: totpCode(secret, totpStep(desk.clock.nowMs)) })
    desk.clock.nowMs += 30_000
    await lockByGuessing(desk, 'known')
    expect((await own.logIn('known')).err?.code).toBe('second_factor_required')
    for (let guess = 0; guess < 5; guess++) {
      expect((await own.logIn('known', PASSWORD, `00000${guess}`)).err?.code).toBe('second_factor_wrong')
    }
    const right = () => own.logIn('known', PASSWORD, totpCode(secret, totpStep(desk.clock.nowMs)))
    expect((await right()).http).toBe(429)
    desk.clock.nowMs += 16 * MINUTE_MS
    expect((await right()).http).toBe(200)
    await desk.close()
  })

  test('[T26] half a sign-in makes no known device: with an owed second factor it is the one that sets it up', async () => {
    const desk = openDesk(await open<SessionTables>(), { requiresSecondFactor: true })
    await desk.addUser('known')
    const own = browse(desk)
    const { data } = await own.logIn('known')
    expect([data.userInfo.session.kind, own.jar.cookie]).toEqual(['pending', ''])
    const post = <T>(path: string, body: object) =>
      own.send<T>(`/api/auth/second-factor/${path}`, body, data.token)
    const { secret } = (await post<{ secret: string }>('start', {})).data
    expect(own.jar.cookie).toBe('')
    await post('confirm', { code: totpCode(secret, totpStep(desk.clock.nowMs)) })
    expect(own.jar.cookie).not.toBe('')
    await lockByGuessing(desk, 'known')
    expect((await own.logIn('known')).err?.code).toBe('second_factor_required')
    await desk.close()
  })

  test('[T26] one browser is known to the accounts of several people, at most five', async () => {
    const desk = openDesk(await open<SessionTables>())
    const names = ['anna', 'boris', 'carla', 'dmitri', 'elena', 'farid']
    for (const name of names) await desk.addUser(name)
    const shared = browse(desk)
    for (const name of names) expect((await shared.logIn(name)).http).toBe(200)
    expect(shared.jar.cookie.split('.')).toHaveLength(5)
    for (const name of names) await lockByGuessing(desk, name)
    const answers = await Promise.all(
      names.map((name) => desk.logIn(name, PASSWORD, { headers: { cookie: shared.jar.cookie } })),
    )
    expect(answers.map(({ http }) => http)).toEqual([429, 200, 200, 200, 200, 200])
    await desk.close()
  })

  const endings: [string, (desk: Desk, id: string, token: string) => Promise<unknown>][] = [
    [
      'a new password',
      (desk, _id, token) =>
        desk.post('/platform/user/password', { password: NEW, oldPassword: PASSWORD }, { token }),
    ],
    ['a link for a new password', (desk, id) => desk.resetPassword(id, NEW)],
    [
      'disabling',
      async (desk, id) => {
        await desk.feature.accounts.setDisabled(desk.commit, id, true)
        await desk.feature.accounts.setDisabled(desk.commit, id, false)
      },
    ],
    ['a dropped second factor', (desk, id) => desk.feature.accounts.dropSecondFactor(desk.commit, id)],
    [
      'all sessions ended by an administrator',
      (desk, id) => desk.feature.accounts.endSessions(desk.commit, id),
    ],
    [
      'all other sessions ended',
      (desk, _id, token) => desk.post('/api/auth/sessions/end-others', {}, { token }),
    ],
    [
      'the session ended from another browser',
      async (desk, _id, token) => {
        const { data } = await desk.get<{ id: string; isCurrent: boolean }[]>('/api/auth/sessions', { token })
        const sessionId = data.find(({ isCurrent }) => !isCurrent)!.id
        return desk.post('/api/auth/sessions/end', { sessionId }, { token })
      },
    ],
  ]

  test.each(endings)('[T28] %s makes a stranger of the browser', async (_name, end) => {
    const store = await open<SessionTables>()
    const desk = openDesk(store)
    const id = await desk.addUser('known')
    const [own, elsewhere] = [browse(desk), browse(desk)]
    await own.logIn('known')
    const { data } = await elsewhere.logIn('known')
    await end(desk, id, data.token)
    await lockByGuessing(desk, 'known')
    for (const password of [PASSWORD, NEW]) expect((await own.logIn('known', password)).http).toBe(429)
    await desk.close()
  })

  test('[T28] signing out keeps the device, a new password keeps the one it was set on', async () => {
    const desk = openDesk(await open<SessionTables>())
    await desk.addUser('known')
    const own = browse(desk)
    const { data } = await own.logIn('known')
    await desk.post(
      '/platform/user/password',
      { password: NEW, oldPassword: PASSWORD },
      { token: data.token },
    )
    await desk.post('/api/auth/logout', {}, { token: data.token })
    await lockByGuessing(desk, 'known')
    expect((await own.logIn('known', NEW)).http).toBe(200)
    await desk.close()
  })

  test('[T28] ninety days after the last sign-in it is a stranger; of many devices the last twenty are known', async () => {
    const store = await open<SessionTables>()
    const desk = openDesk(store)
    await desk.addUser('known')
    const browsers = Array.from({ length: 22 }, () => browse(desk))
    for (const each of browsers) {
      desk.clock.nowMs += 1_000
      expect((await each.logIn('known')).http).toBe(200)
    }
    const devices = () => store.read.selectFrom('known_device').select('id').execute()
    expect(await devices()).toHaveLength(20)
    desk.clock.nowMs += 89 * DAY_MS
    await lockByGuessing(desk, 'known')
    expect((await browsers[1]!.logIn('known')).http).toBe(429)
    expect((await browsers[21]!.logIn('known')).http).toBe(200)
    desk.clock.nowMs += 2 * DAY_MS
    await lockByGuessing(desk, 'known')
    expect((await browsers[20]!.logIn('known')).http).toBe(429)
    expect((await browsers[21]!.logIn('known')).http).toBe(200)
    await sweep(store, desk.clock.nowMs)
    expect(await devices()).toHaveLength(1)
    await desk.close()
  })
})
