import { cleanUp } from '@qd/server-kit/testing'
import { describeOnBothDatabases } from '@qd/store/testing'
import { expect, test } from 'vitest'
import type { ApiToken, OwnSession } from '@qd/accounts/contract'
import { sessionMigrations } from '../index.ts'
import type { SessionTables } from '../index.ts'
import { PASSWORD, openDesk } from '../../../../apps/server/testing/session-desk.ts'

const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS
const EDITOR = [{ role: 'editor', scope: 'lantern/northwind', environment: '*' as const }]
const FEW = EDITOR.map((grant) => ({ ...grant, resource: { kind: 'vault', pattern: 'blue/session:*' } }))
const AGENT = 'Mozilla/5.0 (X11; Linux x86_64; rv:143.0) Gecko/20100101 Firefox/143.0'
const READ = { scope: 'lantern', environment: 'test', codes: ['index.data.read'] }

describeOnBothDatabases('own sessions', sessionMigrations, (open) => {
  const list = async (desk: ReturnType<typeof openDesk>, token: string) =>
    (await desk.get<OwnSession[]>('/api/auth/sessions', { token })).data

  test('[G12] are listed with device and times; one or all others end at once', async () => {
    const desk = openDesk(await open<SessionTables>())
    await desk.addUser('known')
    await desk.addUser('other')
    const mine = await desk.tokenOf('known', PASSWORD, { headers: { 'user-agent': AGENT } })
    desk.clock.nowMs += 60_000
    const [second, third] = [await desk.tokenOf('known'), await desk.tokenOf('known')]
    const foreign = await desk.tokenOf('other')
    const sessions = await list(desk, mine)
    expect(sessions).toHaveLength(3)
    expect(sessions.find(({ isCurrent }) => isCurrent)).toMatchObject({
      device: 'Firefox 143 · Linux',
      address: '127.0.0.1',
      createdAt: desk.clock.nowMs - 60_000,
      lastSeenAt: desk.clock.nowMs,
    })
    const foreignId = (await list(desk, foreign))[0]!.id
    const secondId = (await list(desk, second)).find(({ isCurrent }) => isCurrent)!.id
    const end = (sessionId: string) => desk.post('/api/auth/sessions/end', { sessionId }, { token: mine })
    expect((await end(foreignId)).err?.code).toBe('session_not_found')
    expect((await end('no-such-session')).err?.code).toBe('session_not_found')
    expect((await end(secondId)).http).toBe(200)
    expect([await desk.isSignedIn(second), await desk.isSignedIn(foreign)]).toEqual([false, true])
    const others = await desk.post<{ ended: number }>('/api/auth/sessions/end-others', {}, { token: mine })
    expect(others.data.ended).toBe(1)
    expect([await desk.isSignedIn(third), await desk.isSignedIn(mine)]).toEqual([false, true])
    await desk.close()
  })

  test('one user has twenty at most; the oldest makes room', async () => {
    const desk = openDesk(await open<SessionTables>())
    await desk.addUser('known')
    const tokens: string[] = []
    for (let each = 0; each < 22; each++) {
      tokens.push(await desk.tokenOf('known'))
      desk.clock.nowMs += 1_000
    }
    const alive = await Promise.all(tokens.map((token) => desk.isSignedIn(token)))
    expect(alive.map((each, index) => (each ? null : index)).filter((index) => index !== null)).toEqual([
      0, 1,
    ])
    await desk.close()
  })

  test('a clock set back an hour ends nobody and makes nobody immortal', async () => {
    const desk = openDesk(await open<SessionTables>())
    await desk.addUser('known')
    const token = await desk.tokenOf('known')
    const endsAt = desk.clock.nowMs + 12 * HOUR_MS
    desk.clock.nowMs -= HOUR_MS
    expect(await desk.isSignedIn(token)).toBe(true)
    expect((await desk.logIn('known')).http).toBe(200)
    while (desk.clock.nowMs < endsAt - HOUR_MS) {
      desk.clock.nowMs += HOUR_MS
      expect(await desk.isSignedIn(token)).toBe(true)
    }
    desk.clock.nowMs = endsAt
    expect(await desk.isSignedIn(token)).toBe(false)
    await desk.close()
  })

  test('a touch keeps the session awake and says when it ends', async () => {
    const desk = openDesk(await open<SessionTables>())
    await desk.addUser('known')
    const token = await desk.tokenOf('known')
    const touched = await desk.post('/api/auth/touch', {}, { token })
    expect(touched.data).toEqual({ expiresAt: desk.clock.nowMs + 12 * HOUR_MS, idleMs: 2 * HOUR_MS })
    await desk.close()
  })

  test('[T26] long distinct names and addresses leave no row after their window', async () => {
    const store = await open<SessionTables>()
    const desk = openDesk(store)
    for (let each = 0; each < 60; each++) {
      const name = `${each}`.padEnd(128, 'x')
      await desk.logIn(name, 'guess', { address: `10.0.${each % 3}.1` })
    }
    expect((await desk.logIn('x'.repeat(129), 'guess')).http).toBe(400)
    const rows = await store.read.selectFrom('login_throttle').selectAll().execute()
    expect(rows.length).toBeLessThanOrEqual(3 * 20 + 3)
    expect(Math.max(...rows.map((row) => row.key.length + row.failures.length))).toBeLessThan(500)
    desk.clock.nowMs += 16 * 60_000
    await cleanUp(desk.feature)
    expect(await store.read.selectFrom('login_throttle').selectAll().execute()).toEqual([])
    await desk.close()
  })
})

describeOnBothDatabases('API tokens', sessionMigrations, (open) => {
  const prepare = async () => {
    const store = await open<SessionTables>()
    const desk = openDesk(store)
    const id = await desk.addUser('known', EDITOR)
    const token = await desk.tokenOf('known')
    const create = (body: object) =>
      desk.post<{ id: string; token: string }>(
        '/api/auth/tokens/create',
        {
          tokenName: 'daily',
          expiresAt: desk.clock.nowMs + DAY_MS,
          grants: [READ],
          password: PASSWORD,
          ...body,
        },
        { token },
      )
    return { store, desk, id, token, create }
  }

  test('act with a part of the maker’s rights, never for his account, and end when revoked', async () => {
    const { store, desk, token, create } = await prepare()
    const made = await create({})
    expect(made.data.token).toMatch(/^qdt_[\w-]{43}$/)
    const api = made.data.token
    const caller = await desk.feature.session.authenticate(api)
    expect(caller).toMatchObject({ kind: 'token', label: 'daily', roles: [] })
    expect(caller?.grants).toEqual([
      { scope: 'lantern/northwind', environment: 'test', codes: ['index.data.read'] },
    ])
    expect((await desk.get('/adjust/userInfo', { headers: { authorization: `Bearer ${api}` } })).http).toBe(
      200,
    )
    const refused = await desk.post(
      '/platform/user/password',
      { password: 'x', oldPassword: 'y' },
      { token: api },
    )
    expect([refused.http, refused.err?.code]).toEqual([403, 'own_session_required'])
    expect((await desk.get('/api/auth/tokens', { token: api })).http).toBe(403)
    expect((await desk.post('/api/auth/ticket', {}, { token: api })).http).toBe(403)
    const listed = await desk.get<ApiToken[]>('/api/auth/tokens', { token })
    expect(listed.data).toMatchObject([{ name: 'daily', grants: [READ] }])
    expect(JSON.stringify(desk.audits) + listed.raw).not.toContain(api)
    const revoke = () => desk.post('/api/auth/tokens/revoke', { tokenId: made.data.id }, { token })
    expect((await revoke()).http).toBe(200)
    const used = await store.read.selectFrom('api_token').select('last_used_at').executeTakeFirst()
    expect(used?.last_used_at).toBe(desk.clock.nowMs)
    expect((await desk.get('/adjust/userInfo', { token: api })).http).toBe(401)
    expect((await revoke()).err?.code).toBe('token_not_found')
    await desk.close()
  })

  test('[T28] a new password, by oneself or by a link, ends them; one on its way is not made', async () => {
    const { desk, id, token, create } = await prepare()
    const change = (password: string, oldPassword: string) =>
      desk.post('/platform/user/password', { password, oldPassword }, { token })
    const works = async (api: string) => (await desk.feature.session.authenticate(api)) !== null
    const first = (await create({})).data.token
    expect(await works(first)).toBe(true)
    const [changed, raced] = await Promise.all([change(`${PASSWORD} 2`, PASSWORD), create({})])
    expect(changed.http).toBe(200)
    expect([await works(first), raced.http === 200 && (await works(raced.data.token))]).toEqual([
      false,
      false,
    ])
    const second = (await create({ password: `${PASSWORD} 2` })).data.token
    await desk.resetPassword(id, PASSWORD)
    expect(await works(second)).toBe(false)
    await desk.close()
  })

  test('lose what their maker loses, at once', async () => {
    const { desk, id, create } = await prepare()
    const { data } = await create({})
    const grants = async () => (await desk.feature.session.authenticate(data.token))?.grants
    expect(await grants()).toHaveLength(1)
    await desk.feature.administration.setRoles(desk.commit, id, [])
    expect(await grants()).toEqual([])
    await desk.feature.administration.setRoles(desk.commit, id, EDITOR)
    await desk.feature.accounts.setDisabled(desk.commit, id, true)
    expect(await desk.feature.session.authenticate(data.token)).toBeNull()
    await desk.feature.accounts.setDisabled(desk.commit, id, false)
    expect(await grants()).toHaveLength(1)
    desk.clock.nowMs += DAY_MS
    expect(await desk.feature.session.authenticate(data.token)).toBeNull()
    await desk.close()
  })

  test('of somebody who holds a few things open those alone, and say so', async () => {
    const { desk, id, token, create } = await prepare()
    await desk.feature.administration.setRoles(desk.commit, id, FEW)
    const few = { ...READ, scope: 'lantern/northwind', resource: FEW[0]!.resource }
    const { data } = await create({})
    expect((await desk.feature.session.authenticate(data.token))?.grants).toEqual([few])
    const info = async (by: string) =>
      (await desk.get<{ grants: object[] }>('/adjust/userInfo', { token: by })).data.grants
    expect(await info(data.token)).toEqual([few])
    expect(await info(token)).toMatchObject([{ scope: 'lantern/northwind', resource: few.resource }])
    await desk.close()
  })

  test.each([
    [{ grants: [{ ...READ, codes: ['mock.simulator.hash'] }] }, 'token_rights_empty', 'grants.0'],
    [{ grants: [{ ...READ, codes: ['*', 'mock.simulator.hash'] }] }, 'token_rights_empty', 'grants.0.codes'],
    [{ grants: [{ ...READ, scope: 'elsewhere' }] }, 'token_rights_empty', 'grants.0'],
    [{ grants: [] }, 'field_invalid', 'grants'],
    [{ password: 'wrong' }, 'password_wrong', 'password'],
    [{ password: undefined }, 'password_wrong', 'password'],
    [{ expiresAt: 0 }, 'token_expiry_invalid', 'expiresAt'],
    [{ expiresAt: 1_800_000_000_000 + 400 * DAY_MS }, 'token_expiry_invalid', 'expiresAt'],
    [{ tokenName: ' ' }, 'field_invalid', 'tokenName'],
  ])('%j is refused as %s', async (body, code, field) => {
    const { desk, create } = await prepare()
    const answer = await create(body)
    expect([answer.err?.code, answer.err?.field]).toEqual([code, field])
    await desk.close()
  })
})

describeOnBothDatabases('previews', sessionMigrations, (open) => {
  test('show a role, never more than one’s own rights, change nothing, end with their session', async () => {
    const desk = openDesk(await open<SessionTables>())
    await desk.addUser('known', EDITOR)
    const token = await desk.tokenOf('known')
    const caller = (await desk.feature.session.authenticate(token))!
    const grants = [{ scope: '*', environment: '*' as const, codes: ['*'] }]
    const preview = { label: '超级', roles: ['ROLE_ADMIN', 'reader'], grants }
    const opened = await desk.feature.previews.open(caller, preview)
    expect(opened.expiresAt).toBe(desk.clock.nowMs + HOUR_MS / 2)
    const seen = (await desk.feature.session.authenticate(opened.token))!
    expect(seen).toMatchObject({ kind: 'preview', isReadOnly: true, roles: ['reader'] })
    expect(seen.grants).toEqual(caller.grants)
    const info = await desk.get<{ preview: object }>('/adjust/userInfo', { token: opened.token })
    expect(info.data.preview).toEqual({ label: '超级' })
    const profile = { name: 'x', department: '', phone: '', sex: '' }
    const refused = await desk.post('/platform/user/info', profile, { token: opened.token })
    expect(refused.http).toBe(403)
    await expect(desk.feature.previews.open(seen, preview)).rejects.toThrow('own_session_required')
    await desk.post('/api/auth/logout', {}, { token })
    expect(await desk.isSignedIn(opened.token)).toBe(false)
    await desk.close()
  })

  test('last half an hour', async () => {
    const desk = openDesk(await open<SessionTables>())
    await desk.addUser('known', EDITOR)
    const caller = (await desk.feature.session.authenticate(await desk.tokenOf('known')))!
    const { token } = await desk.feature.previews.open(caller, { label: 'r', roles: [], grants: [] })
    desk.clock.nowMs += HOUR_MS / 2
    expect(await desk.isSignedIn(token)).toBe(false)
    await desk.close()
  })
})
