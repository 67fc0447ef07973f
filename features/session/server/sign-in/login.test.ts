import { cleanUp } from '@qd/server-kit/testing'
import { describeOnBothDatabases } from '@qd/store/testing'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { LoginReply } from '../../contract/index.ts'
import { sessionMigrations } from '../index.ts'
import type { SessionTables } from '../index.ts'
import { MISSING, PASSWORD, openDesk } from '../../../../apps/server/testing/session-desk.ts'

const MINUTE_MS = 60_000
const OPERATOR = [{ role: 'editor', scope: 'lantern/northwind', environment: '*' as const }]

describeOnBothDatabases('login', sessionMigrations, (open) => {
  test('[S7.09][S4.03][S3.01] answers token and user, records the login time, audits without secrets', async () => {
    const desk = openDesk(await open<SessionTables>())
    const id = await desk.addUser('Zhou.Fan', OPERATOR)
    const answer = await desk.logIn('  zhou.fan ')
    expect(answer.http).toBe(200)
    expect(answer.data).toMatchObject({
      expiresAt: desk.clock.nowMs + 12 * 60 * MINUTE_MS,
      userInfo: {
        id,
        username: 'Zhou.Fan',
        roles: ['editor'],
        permissions: [
          {
            routerName: 'index',
            functionList: [
              { code: 'data.read', type: 'button' },
              { code: 'data.edit', type: 'button' },
            ],
          },
        ],
        grants: [{ scope: 'lantern/northwind', environment: '*' }],
        lastLoginAt: desk.clock.nowMs,
      },
    })
    const info = await desk.get('/adjust/userInfo', {
      headers: { authorization: `Bearer ${answer.data.token}` },
    })
    expect(info.data).toEqual(answer.data.userInfo)
    expect(desk.audits.at(-1)).toMatchObject({
      kind: 'commit',
      entry: { action: 'session.login', actor: 'Zhou.Fan' },
    })
    expect(JSON.stringify(desk.audits)).not.toContain(answer.data.token)
    expect(JSON.stringify(desk.audits)).not.toContain(PASSWORD)
    await desk.close()
  })

  test('[S6.01] ROLE_ADMIN is told every permission, each once', async () => {
    const desk = openDesk(await open<SessionTables>())
    await desk.addUser('admin', [{ role: 'ROLE_ADMIN', scope: '*', environment: '*' }])
    const { data } = await desk.logIn('admin')
    const functions = data.userInfo.permissions.flatMap(({ functionList }) => functionList)
    expect(functions.map(({ code }) => code)).toEqual(['data.read', 'data.edit', 'simulator.hash'])
    await desk.close()
  })

  test('[T26] unknown, disabled and wrong password get one answer, audited without the name typed', async () => {
    const desk = openDesk(await open<SessionTables>())
    const id = await desk.addUser('known')
    const gone = await desk.addUser('gone')
    await desk.feature.accounts.setDisabled(desk.commit, gone, true)
    const answers = [
      await desk.logIn('known', 'wrong password'),
      await desk.logIn('hunter2-typed-as-name', PASSWORD),
      await desk.logIn('gone', PASSWORD),
    ]
    const { requestId: _, raw: _raw, headers: _headers, ...first } = answers[0]!
    expect(first).toMatchObject({ http: 401, status: 401, err: { code: 'login_failed' }, data: null })
    for (const { http, status, msg, err, data } of answers)
      expect({ http, status, msg, err, data }).toEqual(first)
    expect(desk.audits).toHaveLength(3)
    expect(desk.audits.map(({ kind, result }) => [kind, result?.code])).toEqual(
      Array.from({ length: 3 }, () => ['event', 'login_failed']),
    )
    expect(JSON.stringify(desk.audits)).not.toContain('hunter2')
    expect(id).not.toBe(gone)
    await desk.close()
  })

  test('[T26] a password that is no text of sensible length is refused, naming the field', async () => {
    const desk = openDesk(await open<SessionTables>())
    await desk.addUser('known')
    const tooLong = 'x'.repeat(1025)
    const odd = ['', MISSING, null, [PASSWORD], { $ne: '' }, 1, true, tooLong, `${PASSWORD}\0`]
    for (const password of odd) {
      const answer = await desk.logIn('known', password)
      expect([answer.http, answer.err?.field]).toEqual([400, 'password'])
    }
    expect((await desk.logIn('known')).http).toBe(200)
    await desk.close()
  })

  test('[T26] parallel guesses: five failures an account, whatever address they come from', async () => {
    const desk = openDesk(await open<SessionTables>())
    await desk.addUser('victim')
    const guess = (index: number) => desk.logIn('VICTIM', `guess ${index}`, { address: `10.0.${index}.1` })
    const answers = await Promise.all(Array.from({ length: 40 }, (_, index) => guess(index)))
    const codes = answers.map(({ err }) => err?.code)
    expect(codes.filter((code) => code === 'login_failed')).toHaveLength(5)
    expect(codes.filter((code) => code === 'login_throttled')).toHaveLength(35)
    const right = await desk.logIn('victim', PASSWORD, { address: '10.9.9.9' })
    expect([right.http, right.err?.code, right.err?.details]).toEqual([
      429,
      'login_throttled',
      { retryAfterSeconds: 900 },
    ])
    desk.clock.nowMs += 15 * MINUTE_MS
    expect((await desk.logIn('victim')).http).toBe(200)
    await desk.close()
  })

  test('[T26] many right logins at once all work: waiting ones are no guesses', async () => {
    const desk = openDesk(await open<SessionTables>())
    await desk.addUser('known')
    for (let index = 0; index < 3; index++) await desk.logIn('known', 'wrong guess')
    const answers = await Promise.all(Array.from({ length: 30 }, () => desk.logIn('known')))
    expect(answers.filter(({ http }) => http === 200)).toHaveLength(30)
    await desk.close()
  })

  test('[T26] parallel guesses: twenty failures an address, forged forwarding or not; IPv6 counts by /64', async () => {
    const desk = openDesk(await open<SessionTables>())
    await desk.addUser('known')
    const spread = Array.from({ length: 30 }, (_, index) =>
      desk.logIn(`name${index}`, 'guess', {
        address: `2001:db8:1:2:${index}::1`,
        headers: { 'x-forwarded-for': `10.1.1.${index}` },
      }),
    )
    const codes = (await Promise.all(spread)).map(({ err }) => err?.code)
    expect(codes.filter((code) => code === 'login_failed')).toHaveLength(20)
    expect((await desk.logIn('known', PASSWORD, { address: '2001:db8:1:2::77' })).http).toBe(429)
    expect((await desk.logIn('known', PASSWORD, { address: '2001:db8:1:3::77' })).http).toBe(200)
    await desk.close()
  })

  test(
    '[T26] random attempts in parallel batches equal the model of sliding windows',
    { timeout: 120_000 },
    async () => {
      const names = ['anna', 'boris', 'nobody']
      const step = fc.record({
        waitMs: fc.constantFrom(0, 1, 4 * MINUTE_MS, 9 * MINUTE_MS, 15 * MINUTE_MS),
        name: fc.constantFrom(...names),
        address: fc.constantFrom('10.0.0.1', '10.0.0.2', '10.0.0.3'),
        guesses: fc.integer({ min: 1, max: 7 }),
        isRight: fc.boolean(),
      })
      const store = await open<SessionTables>()
      const desk = openDesk(store)
      await desk.addUser('anna')
      await desk.addUser('boris')
      await fc.assert(
        fc.asyncProperty(fc.array(step, { minLength: 5, maxLength: 25 }), async (steps) => {
          desk.clock.nowMs += 60 * MINUTE_MS
          const failures = new Map<string, number[]>()
          const recent = (key: string) =>
            (failures.get(key) ?? []).filter((at) => at > desk.clock.nowMs - 15 * MINUTE_MS)
          for (const { waitMs, name, address, guesses, isRight } of steps) {
            desk.clock.nowMs += waitMs
            const room = Math.max(0, Math.min(5 - recent(name).length, 20 - recent(address).length))
            if (isRight && name !== 'nobody') {
              const { http } = await desk.logIn(name, PASSWORD, { address })
              expect(http).toBe(room > 0 ? 200 : 429)
              if (room > 0) failures.delete(name)
              continue
            }
            const answers = await Promise.all(
              Array.from({ length: guesses }, () => desk.logIn(name, 'wrong guess', { address })),
            )
            const failed = answers.filter(({ http }) => http === 401).length
            expect(failed).toBe(Math.min(guesses, room))
            for (const key of [name, address]) {
              failures.set(key, [...recent(key), ...Array<number>(failed).fill(desk.clock.nowMs)])
            }
          }
        }),
        { seed: 20261121, numRuns: 12 },
      )
      await desk.close()
    },
  )

  test('[T26] a flood of refused guesses leaves one audit row a minute and address, and no growing table', async () => {
    const store = await open<SessionTables>()
    const desk = openDesk(store)
    for (let index = 0; index < 60; index++) await desk.logIn('x'.repeat(100) + String(index), 'guess')
    for (let index = 0; index < 60; index++) await desk.logIn('same', 'guess')
    const rows = await store.read.selectFrom('login_throttle').select('key').execute()
    expect(rows).toHaveLength(21)
    expect(new Set(rows.map(({ key }) => key.length))).toEqual(new Set([64]))
    const told = desk.audits.filter(({ result }) => result?.code === 'login_throttled')
    expect(told).toHaveLength(1)
    desk.clock.nowMs += 16 * MINUTE_MS
    await cleanUp(desk.feature)
    expect(await store.read.selectFrom('login_throttle').select('key').execute()).toHaveLength(0)
    await desk.close()
  })

  test('[S7.02] login by query: only when switched on, never as navigation, never cached or audited', async () => {
    const store = await open<SessionTables>()
    const [off, on] = [openDesk(store), openDesk(store, { loginGet: true })]
    await on.addUser('old-script')
    const url = `/api/auth/login?username=old-script&password=${encodeURIComponent(PASSWORD)}&_t=1`
    const closed = await off.get(url)
    expect([closed.http, closed.err?.code]).toEqual([404, 'login_get_disabled'])
    const navigations: Record<string, string>[] = [
      { 'sec-fetch-mode': 'navigate' },
      { 'sec-fetch-dest': 'document' },
    ]
    for (const headers of navigations) {
      const refused = await on.get(url, { headers })
      expect([refused.http, refused.err?.code]).toEqual([400, 'login_navigation_refused'])
      expect(refused.headers['cache-control']).toContain('no-store')
    }
    const answer = await on.get<LoginReply>(url)
    expect([answer.http, answer.headers['cache-control'], answer.headers['referrer-policy']]).toEqual([
      200,
      'no-store',
      'no-referrer',
    ])
    expect(await on.isSignedIn(answer.data.token)).toBe(true)
    expect((await on.get('/api/auth/login?username=old-script&password=a&password=b')).err?.field).toBe(
      'password',
    )
    expect(JSON.stringify(on.audits)).not.toContain('long')
    expect(JSON.stringify(on.audits)).toContain('"isByQuery":true')
    await off.close()
    await on.close()
  })

  test('[T25] without audit nobody signs in, and the attempt is not held against him', async () => {
    const store = await open<SessionTables>()
    const desk = openDesk(store)
    await desk.addUser('known')
    const broken = async () => Promise.reject(new Error('disk full'))
    const audit = { intent: broken, outcome: broken, commit: broken, refused: broken, event: broken }
    const closed = openDesk(store, { audit, clock: desk.clock })
    for (let index = 0; index < 8; index++) expect((await closed.logIn('known')).http).toBe(500)
    expect(await store.read.selectFrom('session').selectAll().execute()).toEqual([])
    expect((await desk.logIn('known')).http).toBe(200)
    await desk.close()
    await closed.close()
  })
})
