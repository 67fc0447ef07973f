import { describeOnBothDatabases } from '@qd/store/testing'
import { expect, test } from 'vitest'
import type { LoginReply } from '../../contract/index.ts'
import { sessionMigrations } from '../index.ts'
import type { SessionTables } from '../index.ts'
import { hashToken } from '../tokens/opaque-token.ts'
import { takeProof } from './second-factor.ts'
import { PASSWORD, accessInMemory, openDesk } from '../../../../apps/server/testing/session-desk.ts'
import { totpCode } from '../testing/totp-code.ts'
import { totpStep } from './totp.ts'

const STEP_MS = 30_000
const NEW = 'quiet lantern at sea'

describeOnBothDatabases('second factor', sessionMigrations, (open) => {
  const prepare = async (options: Parameters<typeof openDesk>[1] = {}) => {
    const desk = openDesk(await open<SessionTables>(), options)
    const id = await desk.addUser('known')
    const post = <T = unknown>(path: string, token: string, body: unknown) =>
      desk.post<T>(`/api/auth/second-factor/${path}`, body, { token })
    /** By the password, or a code where it is on already. */
    const start = (token: string, typed: { code: string } | { password: string } = { password: PASSWORD }) =>
      desk.proven(token, typed, () => post<{ secret: string }>('start', token, {}))
    const give = (token: string, typed: object) =>
      desk.post('/api/auth/step-up', { action: '0'.repeat(64), ...typed }, { token })
    const codeNow = (secret: string) => totpCode(secret, totpStep(desk.clock.nowMs))
    const logIn = (otp?: string) =>
      desk.post<LoginReply>('/api/auth/login', { username: 'known', password: PASSWORD, ...(otp && { otp }) })
    /** Sets it up and waits for the next code, as a person has to. */
    const setUp = async (token: string) => {
      const { data } = await start(token)
      const confirmed = await post<{ recoveryCodes: string[] }>('confirm', token, {
        code: codeNow(data.secret),
      })
      expect(confirmed.http).toBe(200)
      desk.clock.nowMs += STEP_MS
      return { secret: data.secret, recoveryCodes: confirmed.data.recoveryCodes }
    }
    return { desk, id, post, start, give, codeNow, logIn, setUp }
  }

  test('[T26] only the right password learns that a code is wanted; each code counts once', async () => {
    const { desk, start, codeNow, logIn, setUp } = await prepare()
    const token = await desk.tokenOf('known')
    const { secret, recoveryCodes } = await setUp(token)
    expect((await desk.logIn('known', 'a wrong password')).err?.code).toBe('login_failed')
    expect([(await logIn()).http, (await logIn()).err?.code]).toEqual([401, 'second_factor_required'])
    expect((await logIn('000000')).err).toMatchObject({ code: 'second_factor_wrong', field: 'otp' })
    const both = await Promise.all([logIn(codeNow(secret)), logIn(codeNow(secret))])
    expect(both.map(({ http }) => http).toSorted()).toEqual([200, 401])
    expect((await logIn(codeNow(secret))).err?.code).toBe('second_factor_wrong')
    desk.clock.nowMs += STEP_MS
    expect((await logIn(codeNow(secret))).data.userInfo.hasSecondFactor).toBe(true)
    expect(recoveryCodes).toHaveLength(10)
    const [first = ''] = recoveryCodes
    expect((await logIn(first.toLowerCase().replaceAll('-', ' '))).http).toBe(200)
    expect((await logIn(first)).err?.code).toBe('second_factor_wrong')
    const audits = JSON.stringify(desk.audits)
    for (const hidden of [secret, ...recoveryCodes]) expect(audits).not.toContain(hidden)
    const again = await start(token, { code: codeNow(secret) })
    expect(again.err?.code).toBe('second_factor_on')
    await desk.close()
  })

  test('[T26] guesses of the code are counted like guesses of the password', async () => {
    const { desk, codeNow, logIn, setUp } = await prepare()
    const { secret } = await setUp(await desk.tokenOf('known'))
    const guesses = await Promise.all(Array.from({ length: 8 }, (_, each) => logIn(`00000${each}`)))
    expect(guesses.filter(({ err }) => err?.code === 'second_factor_wrong')).toHaveLength(5)
    expect((await logIn(codeNow(secret))).http).toBe(429)
    desk.clock.nowMs += 16 * 60_000
    // Asking for the second step takes no place of the five.
    for (let each = 0; each < 12; each++) expect((await logIn()).err?.code).toBe('second_factor_required')
    expect((await logIn(codeNow(secret))).http).toBe(200)
    await desk.close()
  })

  test('[T28] a stolen session neither sets it up nor takes it away; guesses are limited', async () => {
    const { desk, post, give, codeNow, setUp } = await prepare()
    const token = await desk.tokenOf('known')
    expect((await post('start', token, {})).err).toMatchObject({ code: 'step_up_needed' })
    const wrong = await give(token, { password: 'wrong' })
    expect(wrong.err).toMatchObject({ code: 'password_wrong', field: 'password' })
    const { secret } = await setUp(token)
    const off = (password: string, code: string) => post('disable', token, { password, code })
    expect((await off('wrong', codeNow(secret))).err?.code).toBe('password_wrong')
    expect((await off(PASSWORD, '000000')).err?.code).toBe('code_wrong')
    for (let each = 0; each < 4; each++) await off(PASSWORD, '000000')
    expect((await off(PASSWORD, codeNow(secret))).http).toBe(429)
    desk.clock.nowMs += 16 * 60_000
    expect((await off(PASSWORD, codeNow(secret))).http).toBe(200)
    expect((await desk.logIn('known')).http).toBe(200)
    expect((await post('disable', token, { password: PASSWORD, code: '1' })).err?.code).toBe(
      'second_factor_off',
    )
    await desk.close()
  })

  test('[T28] a made-up recovery code or a used code does not wipe out the wrong guesses before it', async () => {
    const { desk, give, codeNow, setUp } = await prepare()
    const token = await desk.tokenOf('known')
    const { secret } = await setUp(token)
    const used = codeNow(secret)
    expect((await give(token, { code: used })).http).toBe(200)
    const guesses = ['000000', 'MADE-UPCO-DEWI-THNO', '000001', used, '000002', '000003']
    const answers = []
    for (const code of guesses) answers.push((await give(token, { code })).http)
    expect(answers).toEqual([400, 400, 400, 400, 400, 429])
    await desk.close()
  })

  test('[T26] a step and a recovery code are taken once, however many saw that they fit', async () => {
    const { desk, id, setUp } = await prepare()
    const { recoveryCodes } = await setUp(await desk.tokenOf('known'))
    const recovery = hashToken((recoveryCodes[0] ?? '').replaceAll('-', ''))
    for (const proof of [{ step: totpStep(desk.clock.nowMs) }, { recoveryHash: recovery }]) {
      const take = () => desk.commit((tx) => takeProof(tx, id, proof))
      expect([await take(), await take()]).toEqual([true, false])
    }
    await desk.close()
  })

  test('a secret that was never confirmed asks nobody for a code', async () => {
    const { desk, post, start, logIn } = await prepare()
    const token = await desk.tokenOf('known')
    expect((await start(token)).http).toBe(200)
    expect((await post('confirm', token, { code: '12345' })).err?.code).toBe('code_wrong')
    expect((await logIn()).http).toBe(200)
    await desk.close()
  })

  test('new recovery codes replace the old ones', async () => {
    const { desk, post, codeNow, logIn, setUp } = await prepare()
    const token = await desk.tokenOf('known')
    const { secret, recoveryCodes } = await setUp(token)
    const renewed = await desk.proven(token, { code: codeNow(secret) }, () =>
      post<{ recoveryCodes: string[] }>('recovery-codes', token, {}),
    )
    expect((await logIn(recoveryCodes[0])).http).toBe(401)
    expect((await logIn(renewed.data.recoveryCodes[0])).http).toBe(200)
    const state = await desk.get('/api/auth/second-factor', { token })
    expect(state.data).toEqual({ isOn: true, isForced: false, recoveryCodesLeft: 9 })
    await desk.close()
  })

  test('who must have one can do nothing before it is set up, then everything in the same session', async () => {
    const { desk, post, codeNow, logIn } = await prepare({ requiresSecondFactor: true })
    const { data } = await logIn()
    const { token } = data
    expect(data.userInfo).toMatchObject({ roles: [], grants: [], session: { kind: 'pending' } })
    for (const path of ['/api/auth/sessions', '/api/auth/tokens']) {
      expect((await desk.get(path, { token })).err?.code).toBe('second_factor_setup')
    }
    const change = { password: NEW, oldPassword: PASSWORD }
    expect((await desk.post('/platform/user/password', change, { token })).http).toBe(403)
    expect((await desk.post('/api/auth/ticket', {}, { token })).http).toBe(403)
    const started = await post<{ secret: string }>('start', token, {})
    expect((await post('confirm', token, { code: codeNow(started.data.secret) })).http).toBe(200)
    const info = await desk.get<LoginReply['userInfo']>('/adjust/userInfo', { token })
    expect(info.data.session).toMatchObject({ kind: 'full', expiresAt: desk.clock.nowMs + 12 * 3_600_000 })
    expect((await desk.get('/api/auth/sessions', { token })).http).toBe(200)
    expect((await desk.feature.session.authenticate(token))?.secondFactorAt).toBe(desk.clock.nowMs)
    const off = { password: PASSWORD, code: codeNow(started.data.secret) }
    expect((await post('disable', token, off)).err?.code).toBe('second_factor_forced')
    await desk.close()
  })

  test('whoever sets up the owed factor on a new device is told to the owner, unless it is their first sign-in', async () => {
    const { desk, id, post, codeNow, logIn } = await prepare({ requiresSecondFactor: true })
    const first = (await logIn()).data.token
    // Somebody who knows the password as well, and is quicker.
    const thief = (await logIn()).data.token
    const { data } = await post<{ secret: string }>('start', thief, {})
    expect((await post('confirm', thief, { code: codeNow(data.secret) })).http).toBe(200)
    expect(desk.told).toMatchObject([{ notice: { kind: { name: 'session.newDevice' } }, to: [id] }])
    expect(first).not.toBe(thief)
    await desk.close()
    const other = await prepare({ requiresSecondFactor: true })
    const { token } = (await other.logIn()).data
    const started = await other.post<{ secret: string }>('start', token, {})
    await other.post('confirm', token, { code: other.codeNow(started.data.secret) })
    expect(other.desk.told).toEqual([])
    await other.desk.close()
  })

  test('asked for it while signed in: every session is held back at once, by any node, until it is set up', async () => {
    const store = await open<SessionTables>()
    const access = accessInMemory()
    const [desk, other] = [openDesk(store, { access }), openDesk(store, { access })]
    const id = await desk.addUser('known', [{ role: 'reader', scope: '*', environment: '*' }])
    const [here, there] = [await desk.tokenOf('known'), await other.tokenOf('known')]
    const kinds = async () => {
      const kindOf = async (node: typeof desk, token: string) =>
        (await node.get<LoginReply['userInfo']>('/adjust/userInfo', { token })).data.session.kind
      return [await kindOf(desk, here), await kindOf(other, there), await kindOf(other, here)]
    }
    expect(await kinds()).toEqual(['full', 'full', 'full'])
    const caller = (await desk.feature.session.authenticate(here))!
    const preview = await desk.feature.previews.open(caller, { label: 'x', roles: [], grants: [] })
    expect(await desk.isSignedIn(preview.token)).toBe(true)

    const force = (mustUseSecondFactor: boolean) =>
      desk.feature.accounts.update(desk.commit, id, { name: 'known', department: '', mustUseSecondFactor })
    await force(true)
    expect(await kinds()).toEqual(['pending', 'pending', 'pending'])
    expect(await desk.isSignedIn(preview.token)).toBe(false)
    expect((await other.get('/api/auth/sessions', { token: there })).err?.code).toBe('second_factor_setup')
    expect((await other.feature.session.authenticate(there))?.grants).toEqual([])

    await force(false)
    expect(await kinds()).toEqual(['full', 'full', 'full'])
    await force(true)
    // Whoever finds the session open has not given the password.
    const post = <T = unknown>(path: string, body: unknown) =>
      desk.post<T>(`/api/auth/second-factor/${path}`, body, { token: here })
    expect((await post('start', {})).err?.code).toBe('step_up_needed')
    const state = await desk.get('/api/auth/second-factor', { token: here })
    expect(state.data).toMatchObject({ isOn: false, isForced: true })
    const typed = { password: PASSWORD }
    const { data } = await desk.proven(here, typed, () => post<{ secret: string }>('start', {}))
    const code = totpCode(data.secret, totpStep(desk.clock.nowMs))
    expect((await post('confirm', { code })).http).toBe(200)
    expect(await kinds()).toEqual(['full', 'full', 'full'])
    await desk.close()
    await other.close()
  })

  test('an administrator drops it for who lost his phone; a new password by link does not go around it', async () => {
    const { desk, id, logIn, setUp } = await prepare()
    const token = await desk.tokenOf('known')
    await setUp(token)
    const { path } = await desk.feature.accounts.renewLink(desk.commit, id)
    const accepted = await desk.post('/api/auth/invitation', {
      code: path.split('code=')[1],
      password: PASSWORD,
    })
    expect([accepted.http, accepted.data]).toEqual([200, null])
    expect((await logIn()).err?.code).toBe('second_factor_required')
    await desk.feature.accounts.dropSecondFactor(desk.commit, id)
    expect([await desk.isSignedIn(token), (await logIn()).http]).toEqual([false, 200])
    await desk.close()
  })
})
