import { describeOnBothDatabases } from '@qd/store/testing'
import { expect, test } from 'vitest'
import { accessInMemory, openDesk } from '../../../../apps/server/testing/session-desk.ts'
import { sessionMigrations } from '../index.ts'
import type { SessionTables } from '../index.ts'
import { totpStep } from '../second-factor/totp.ts'
import { totpCode } from '../testing/totp-code.ts'

const STEP_MS = 30_000
const PASSWORD = 'quarterdeck-sandbox'
const SECRET = 'SANDBOXREVIEWERTOTPSEED234567ABC'
const EVERYWHERE = { scope: '*', environment: '*' } as const
const ACCOUNTS = [
  {
    username: 'reviewer',
    name: '沈岸',
    department: '质控',
    roles: ['reader'],
    grants: [{ role: 'reader', ...EVERYWHERE }],
    totpSecret: SECRET,
  },
]

describeOnBothDatabases('a seeded second factor', sessionMigrations, (open) => {
  const prepare = async () => {
    const store = await open<SessionTables>()
    const desk = openDesk(store, { access: accessInMemory() })
    await desk.feature.seedAccounts(ACCOUNTS, PASSWORD)
    const codeNow = () => totpCode(SECRET, totpStep(desk.clock.nowMs))
    const logIn = (otp?: string) =>
      desk.post<{ token: string; userInfo: { hasSecondFactor: boolean } }>('/api/auth/login', {
        username: 'reviewer',
        password: PASSWORD,
        ...(otp && { otp }),
      })
    return { store, desk, codeNow, logIn }
  }

  test('signs in with or without its code, never with a wrong one', async () => {
    const { desk, codeNow, logIn } = await prepare()
    const without = await logIn()
    expect([without.http, without.data.userInfo.hasSecondFactor]).toEqual([200, true])
    expect((await logIn('000000')).err?.code).toBe('second_factor_wrong')
    const code = codeNow()
    expect((await logIn(code)).http).toBe(200)
    expect((await logIn(code)).err?.code).toBe('second_factor_wrong')
    await desk.close()
  })

  test('[T28] is what a step-up asks for, in place of the password', async () => {
    const { desk, codeNow, logIn } = await prepare()
    const { token } = (await logIn()).data
    const grants = [{ ...EVERYWHERE, codes: ['index.data.read'] }]
    const body = { tokenName: 'nightly', expiresAt: desk.clock.nowMs + 3_600_000, grants, actsAlone: true }
    const make = () => desk.post('/api/auth/tokens/create', body, { token })
    const refused = (await make()).err!.details
    const { stepUp } = refused as { stepUp: { action: string; ways: string[] } }
    expect(stepUp.ways).toEqual(['code'])
    const give = (typed: object) =>
      desk.post('/api/auth/step-up', { action: stepUp.action, ...typed }, { token })
    expect((await give({ password: PASSWORD })).http).toBe(400)
    expect((await give({ code: codeNow() })).http).toBe(200)
    expect((await make()).http).toBe(200)
    await desk.close()
  })

  test('is asked for at sign-in where the account must have one', async () => {
    const { store, desk, codeNow, logIn } = await prepare()
    await store.write((tx) => tx.updateTable('user_account').set({ must_use_second_factor: 1 }).execute())
    expect((await logIn()).err?.code).toBe('second_factor_required')
    expect((await logIn(codeNow())).http).toBe(200)
    await desk.close()
  })

  test('comes back where it was taken away, but not to an account with another password', async () => {
    const { store, desk, codeNow, logIn } = await prepare()
    const remove = () => store.write((tx) => tx.deleteFrom('second_factor').execute())
    await remove()
    expect((await logIn(codeNow())).data.userInfo.hasSecondFactor).toBe(false)
    expect(await desk.feature.seedAccounts(ACCOUNTS, PASSWORD)).toEqual([])
    expect((await logIn()).data.userInfo.hasSecondFactor).toBe(true)
    desk.clock.nowMs += STEP_MS
    await remove()
    await desk.feature.seedAccounts(ACCOUNTS, 'another password')
    expect((await logIn()).data.userInfo.hasSecondFactor).toBe(false)
    await desk.close()
  })
})
