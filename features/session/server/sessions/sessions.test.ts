import { openStore } from '@qd/store'
import type { Store } from '@qd/store'
import { describeOnBothDatabases, makeTestPlace } from '@qd/store/testing'
import { describe, expect, test } from 'vitest'
import { sessionMigrations } from '../index.ts'
import type { SessionTables } from '../index.ts'
import { accessInMemory, openDesk } from '../../../../apps/server/testing/session-desk.ts'

const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS
const READER = [{ role: 'reader', scope: '*', environment: '*' as const }]

describeOnBothDatabases('sessions', sessionMigrations, (open) => {
  test('[T4] unknown, malformed and stale tokens are nobody; both headers must be equal', async () => {
    const desk = openDesk(await open<SessionTables>())
    await desk.addUser('known')
    const token = await desk.tokenOf('known')
    for (const bad of ['x', token.slice(1), `${token}x`, token.toUpperCase(), 'A'.repeat(43), `${token} `]) {
      expect(
        (await desk.get('/adjust/userInfo', { token: bad.trim() === token ? `x${bad}` : bad })).http,
      ).toBe(401)
    }
    const headers = { authorization: `Bearer ${'A'.repeat(43)}` }
    expect((await desk.get('/adjust/userInfo', { token, headers })).err?.code).toBe('tokens_differ')
    expect((await desk.get('/adjust/userInfo')).err?.code).toBe('session_required')
    expect(await desk.isSignedIn(token)).toBe(true)
    await desk.close()
  })

  test('[T4][A7] neither token nor ticket nor password can be read from the database', async () => {
    const store = await open<SessionTables>()
    const desk = openDesk(store)
    await desk.addUser('known')
    const token = await desk.tokenOf('known')
    const { data } = await desk.post<{ ticket: string }>('/api/auth/ticket', {}, { token })
    const rows = JSON.stringify([
      await store.read.selectFrom('session').selectAll().execute(),
      await store.read.selectFrom('live_ticket').selectAll().execute(),
      await store.read.selectFrom('user_account').selectAll().execute(),
    ])
    for (const secret of [token, data.ticket, 'long enough']) expect(rows).not.toContain(secret)
    expect(rows).toContain('$argon2id$')
    await desk.close()
  })

  test('[T4] a session ends after twelve hours however busy, and after two hours without use', async () => {
    const desk = openDesk(await open<SessionTables>())
    await desk.addUser('busy')
    const [busy, idle] = [await desk.tokenOf('busy'), await desk.tokenOf('busy')]
    for (let passed = HOUR_MS; passed < 12 * HOUR_MS; passed += HOUR_MS) {
      desk.clock.nowMs += HOUR_MS
      expect(await desk.isSignedIn(busy)).toBe(true)
      if (passed === HOUR_MS) expect(await desk.isSignedIn(idle)).toBe(true)
      if (passed === 3 * HOUR_MS) expect(await desk.isSignedIn(idle)).toBe(false)
    }
    desk.clock.nowMs += HOUR_MS - 1
    expect(await desk.isSignedIn(busy)).toBe(true)
    desk.clock.nowMs += 1
    expect(await desk.isSignedIn(busy)).toBe(false)
    await desk.close()
  })

  test('[T4] use on one node keeps the session alive on another; a step back of the clock ends none', async () => {
    const store = await open<SessionTables>()
    const access = accessInMemory()
    const clock = { nowMs: 1_800_000_000_000 }
    const [one, two] = [openDesk(store, { access, clock }), openDesk(store, { access, clock })]
    await one.addUser('known')
    const token = await one.tokenOf('known')
    expect(await two.isSignedIn(token)).toBe(true)
    for (let step = 0; step < 3; step++) {
      clock.nowMs += 119 * MINUTE_MS
      expect(await one.isSignedIn(token)).toBe(true)
    }
    await one.close()
    expect(await two.isSignedIn(token)).toBe(true)
    clock.nowMs -= 5 * HOUR_MS
    expect(await two.isSignedIn(token)).toBe(true)
    await two.close()
  })

  test('[T4][S4.04] logout ends this session only, at once, and stays quiet when repeated', async () => {
    const desk = openDesk(await open<SessionTables>())
    await desk.addUser('known')
    const [token, other] = [await desk.tokenOf('known'), await desk.tokenOf('known')]
    const sessionId = (await desk.feature.session.authenticate(token))!.sessionId
    const heard: string[] = []
    desk.feature.session.onEnded(sessionId, (reason) => heard.push(reason))
    desk.feature.session.onEnded(sessionId, () => heard.push('disposed'))()
    expect((await desk.post('/api/auth/logout', {}, { token })).http).toBe(200)
    expect((await desk.get('/adjust/userInfo', { token })).err).toMatchObject({
      code: 'session_expired',
      details: { reason: 'logout' },
    })
    expect(await desk.isSignedIn(other)).toBe(true)
    // Who has no session of ours learns nothing.
    const strange = await desk.get('/adjust/userInfo', {
      token: token.replace(/.$/, (last) => (last === 'A' ? 'B' : 'A')),
    })
    expect([strange.err?.code, strange.err?.details]).toEqual(['session_expired', undefined])
    expect((await desk.post('/api/auth/logout', {}, { token })).http).toBe(200)
    expect((await desk.post('/api/auth/logout')).http).toBe(200)
    expect(heard).toEqual(['logout'])
    expect(desk.audits.filter(({ entry }) => entry?.action === 'session.logout')).toHaveLength(1)
    await desk.close()
  })

  test('[T4] disabling ends every session; changed roles count at once; a reset password ends all', async () => {
    const desk = openDesk(await open<SessionTables>())
    const { accounts, administration, session } = desk.feature
    const id = await desk.addUser('known', READER)
    const token = await desk.tokenOf('known')
    const before = await session.authenticate(token)
    expect(before?.grants[0]?.codes).toEqual(['index.data.read'])
    const changed: string[] = []
    session.onRightsChanged(id, () => changed.push('rights'))
    await administration.setRoles(desk.commit, id, [
      { role: 'editor', scope: 'lantern', environment: 'test' },
    ])
    expect(changed).toEqual(['rights'])
    expect((await session.authenticate(token))?.grants[0]?.codes).toEqual([
      'index.data.read',
      'index.data.edit',
    ])
    const ended: string[] = []
    session.onEnded(before!.sessionId, (reason) => ended.push(reason))
    await accounts.setDisabled(desk.commit, id, true)
    expect([await desk.isSignedIn(token), ended]).toEqual([false, ['disabled']])
    expect((await desk.logIn('known')).http).toBe(401)
    await accounts.setDisabled(desk.commit, id, false)
    expect(await desk.isSignedIn(token)).toBe(false)
    const again = await desk.tokenOf('known')
    await desk.resetPassword(id, 'a wholly new one')
    expect(await desk.isSignedIn(again)).toBe(false)
    expect(await desk.tokenOf('known', 'a wholly new one')).toMatch(/^[\w-]{43}$/)
    await expect(accounts.setDisabled(desk.commit, 'no-such-id', true)).rejects.toThrow('user_not_found')
    await desk.close()
  })

  test('[T5] a live ticket opens one connection within thirty seconds and while the session lasts', async () => {
    const desk = openDesk(await open<SessionTables>())
    await desk.addUser('known')
    const token = await desk.tokenOf('known')
    const { session } = desk.feature
    const ticket = async () =>
      (await desk.post<{ ticket: string; expiresAt: number }>('/api/auth/ticket', {}, { token })).data
    const once = await ticket()
    expect(once.expiresAt).toBe(desk.clock.nowMs + 30_000)
    const redeemed = await Promise.all(Array.from({ length: 8 }, () => session.redeemTicket(once.ticket)))
    expect(redeemed.filter((caller) => caller?.username === 'known')).toHaveLength(1)
    const late = await ticket()
    desk.clock.nowMs += 30_000
    expect(await session.redeemTicket(late.ticket)).toBeNull()
    expect(await session.redeemTicket(token)).toBeNull()
    expect(await session.redeemTicket('')).toBeNull()
    const orphan = await ticket()
    await desk.post('/api/auth/logout', {}, { token })
    expect(await session.redeemTicket(orphan.ticket)).toBeNull()
    expect((await desk.post('/api/auth/ticket')).http).toBe(401)
    await desk.close()
  })

  test('[T4] a known session is answered from memory, without a promise', async () => {
    const desk = openDesk(await open<SessionTables>())
    await desk.addUser('known')
    const token = await desk.tokenOf('known')
    await desk.feature.session.authenticate(token)
    const answer = desk.feature.session.authenticate(token)
    expect(answer).not.toBeInstanceOf(Promise)
    expect(answer).toMatchObject({ username: 'known' })
    await desk.close()
  })

  test('[T4] a connection is nobody: whose token it carries decides, and a session that ended there is over', async () => {
    const desk = openDesk(await open<SessionTables>())
    await desk.addUser('known')
    await desk.addUser('other')
    const [first, second] = [await desk.tokenOf('known'), await desk.tokenOf('other')]
    const { session } = desk.feature
    const proxy = {}
    for (const [token, username] of [
      [first, 'known'],
      [first, 'known'],
      [second, 'other'],
      [first, 'known'],
    ] as const) {
      expect(await session.authenticate(token, proxy)).toMatchObject({ username })
    }
    await desk.post('/api/auth/logout', {}, { token: first })
    expect(await session.authenticate(first, proxy)).toBeNull()
    expect(await session.authenticate('no token', proxy)).toBeNull()
    expect(await session.authenticate(second, proxy)).toMatchObject({ username: 'other' })
    await desk.close()
  })

  test('[T4] a session revoked while it is being read is not remembered', async () => {
    const access = accessInMemory()
    const desk = openDesk(await open<SessionTables>(), { access })
    const id = await desk.addUser('known')
    const token = await desk.tokenOf('known')
    const gate = Promise.withResolvers<void>()
    access.slow.until = gate.promise
    const reading = desk.feature.session.authenticate(token)
    await desk.feature.accounts.setDisabled(desk.commit, id, true)
    gate.resolve()
    await reading
    expect(await desk.feature.session.authenticate(token)).toBeNull()
    await desk.close()
  })

  test('[T4] whoever listens to a session that is over already hears of it', async () => {
    const desk = openDesk(await open<SessionTables>())
    await desk.addUser('known')
    const token = await desk.tokenOf('known')
    const { sessionId } = (await desk.feature.session.authenticate(token))!
    await desk.post('/api/auth/logout', {}, { token })
    const ended = Promise.withResolvers<string>()
    desk.feature.session.onEnded(sessionId, ended.resolve)
    expect(await ended.promise).toBe('logout')
    await desk.close()
  })

  test('[T4] a session that ran out tells its listeners at the next check', async () => {
    const store = await open<SessionTables>()
    const desk = openDesk(store)
    await desk.addUser('known')
    const caller = await desk.feature.session.authenticate(await desk.tokenOf('known'))
    const ended = Promise.withResolvers<string>()
    desk.feature.session.onEnded(caller!.sessionId, ended.resolve)
    desk.clock.nowMs += 13 * HOUR_MS
    const lose = lostOf(store)
    lose()
    expect(await ended.promise).toBe('expired')
    await desk.close()
  })
})

/** Makes the store's broadcast report a loss, as a broken LISTEN connection does. */
function lostOf(store: Store<SessionTables>): () => void {
  // A listener that throws counts as lost for everyone.
  store.broadcast.subscribe('test.lose', () => {
    throw new Error('lost on purpose')
  })
  return () => void store.broadcast.publish('test.lose', '')
}

describe('sessions on several nodes', () => {
  test.each([
    ['logout', 'logout'],
    ['disable', 'disabled'],
    ['password reset', 'password'],
  ])('[T4] after %s on one node the other refuses the token within a second', async (how, reason) => {
    const place = await makeTestPlace('postgres')
    const stores = await Promise.all(
      [0, 1].map(() => openStore<SessionTables>({ ...place.where, migrations: sessionMigrations })),
    )
    const access = accessInMemory()
    const [here, there] = stores.map((store) => openDesk(store, { access })) as [
      ReturnType<typeof openDesk>,
      ReturnType<typeof openDesk>,
    ]
    const id = await here.addUser('known', READER)
    const token = await here.tokenOf('known')
    const seen = await there.feature.session.authenticate(token)
    expect(seen?.username).toBe('known')
    expect(there.feature.session.authenticate(token)).not.toBeInstanceOf(Promise)
    const ended = Promise.withResolvers<string>()
    there.feature.session.onEnded(seen!.sessionId, ended.resolve)
    const { accounts } = here.feature
    if (how === 'logout') await here.post('/api/auth/logout', {}, { token })
    else if (how === 'disable') await accounts.setDisabled(here.commit, id, true)
    else await here.resetPassword(id, 'a wholly new one')
    const late = AbortSignal.timeout(1_000)
    late.addEventListener('abort', () => ended.reject(new Error('not told within a second')))
    expect(await ended.promise).toBe(reason)
    expect(await there.isSignedIn(token)).toBe(false)
    for (const desk of [here, there]) await desk.close()
    for (const store of stores) await store.close()
    await place.remove()
  })

  test('[T4] all of very many sessions end on the other node', async () => {
    const place = await makeTestPlace('postgres')
    const stores = await Promise.all(
      [0, 1].map(() => openStore<SessionTables>({ ...place.where, migrations: sessionMigrations })),
    )
    const access = accessInMemory()
    const [here, there] = stores.map((store) => openDesk(store, { access }))
    const id = await here!.addUser('known', READER)
    const token = await here!.tokenOf('known')
    const { sessionId } = (await there!.feature.session.authenticate(token))!
    const ids = Array.from(
      { length: 350 },
      (_, index) => `${sessionId.slice(0, -3)}${String(index).padStart(3, '0')}`,
    )
    await stores[0]!.write(async (tx) => {
      const row = await tx.selectFrom('session').selectAll().executeTakeFirstOrThrow()
      const rows = ids.map((each) => ({ ...row, id: each, token_hash: each }))
      await tx.deleteFrom('session').execute()
      await tx.insertInto('session').values(rows).execute()
    })
    const ends = ids.map((each) => {
      const ended = Promise.withResolvers<string>()
      there!.feature.session.onEnded(each, ended.resolve)
      return ended.promise
    })
    await here!.feature.accounts.setDisabled(here!.commit, id, true)
    expect(new Set(await Promise.all(ends))).toEqual(new Set(['disabled']))
    for (const desk of [here, there]) await desk!.close()
    for (const store of stores) await store.close()
    await place.remove()
  })

  test('[T4] changed roles on one node count on the other within a second', async () => {
    const place = await makeTestPlace('postgres')
    const stores = await Promise.all(
      [0, 1].map(() => openStore<SessionTables>({ ...place.where, migrations: sessionMigrations })),
    )
    const access = accessInMemory()
    const [here, there] = stores.map((store) => openDesk(store, { access }))
    const id = await here!.addUser('known', READER)
    const token = await here!.tokenOf('known')
    await there!.feature.session.authenticate(token)
    const told = Promise.withResolvers<void>()
    there!.feature.session.onRightsChanged(id, told.resolve)
    await here!.feature.administration.setRoles(here!.commit, id, [])
    AbortSignal.timeout(1_000).addEventListener('abort', () =>
      told.reject(new Error('not told within a second')),
    )
    await told.promise
    expect((await there!.feature.session.authenticate(token))?.roles).toEqual([])
    for (const desk of [here, there]) await desk!.close()
    for (const store of stores) await store.close()
    await place.remove()
  })
})
