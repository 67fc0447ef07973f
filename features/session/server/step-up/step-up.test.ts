import { describeOnBothDatabases } from '@qd/store/testing'
import { expect, test } from 'vitest'
import { PASSWORD, accessInMemory, openDesk } from '../../../../apps/server/testing/session-desk.ts'
import { sessionMigrations } from '../index.ts'
import type { SessionTables } from '../index.ts'
import { totpCode } from '../testing/totp-code.ts'
import { totpStep } from '../second-factor/totp.ts'

const MINUTE = 60_000
const STEP_MS = 30_000
const EVERYWHERE = { scope: '*', environment: '*' } as const
const RIGHTS = [{ role: 'reader', ...EVERYWHERE }]

function stepUpOf(details: unknown) {
  const { stepUp } = (details ?? {}) as { stepUp?: { action: string; ways: string[]; provider: string } }
  if (stepUp === undefined) throw new Error('no proof was asked for')
  return stepUp
}

describeOnBothDatabases('step-up proofs', sessionMigrations, (open) => {
  const prepare = async () => {
    const [store, access] = [await open<SessionTables>(), accessInMemory()]
    const desk = openDesk(store, { access })
    await desk.addUser('known', RIGHTS)
    const token = await desk.tokenOf('known')
    /** A call that asks for a proof: a token that acts alone. */
    const make = (tokenName: string, by = token, node = desk) => {
      const grants = [{ ...EVERYWHERE, codes: ['index.data.read'] }]
      const expiresAt = 1_800_000_000_000 + 60 * MINUTE
      const body = { tokenName, expiresAt, grants, actsAlone: true }
      return node.post<{ token: string }>('/api/auth/tokens/create', body, { token: by })
    }
    const wanted = async (name: string, by = token) => stepUpOf((await make(name, by)).err?.details)
    const give = (action: string, typed: object, by = token) =>
      desk.post('/api/auth/step-up', { action, ...typed }, { token: by })
    const proveFor = async (name: string, by = token) => {
      const { action } = await wanted(name, by)
      expect((await give(action, { password: PASSWORD }, by)).http).toBe(200)
      return action
    }
    const setUp = async () => {
      const { data } = await desk.proven(token, { password: PASSWORD }, () =>
        desk.post<{ secret: string }>('/api/auth/second-factor/start', {}, { token }),
      )
      const codeNow = () => totpCode(data.secret, totpStep(desk.clock.nowMs))
      await desk.post('/api/auth/second-factor/confirm', { code: codeNow() }, { token })
      return codeNow
    }
    return { store, access, desk, token, make, wanted, give, proveFor, setUp }
  }

  test('[T28] a proof is good for one action, once, and the audit says how it was given', async () => {
    const { desk, make, wanted, proveFor } = await prepare()
    const refused = await make('nightly')
    expect([refused.http, refused.err?.code]).toEqual([428, 'step_up_needed'])
    expect(await wanted('nightly')).toMatchObject({ ways: ['password'], provider: '' })
    const action = await proveFor('nightly')
    expect((await make('weekly')).err?.code).toBe('step_up_needed')
    expect((await make('nightly')).http).toBe(200)
    expect((await make('nightly')).err?.code).toBe('step_up_needed')
    const rows = desk.audits.filter(({ kind }) => kind === 'commit').map(({ entry }) => entry)
    expect(rows.find((row) => row?.action === 'session.giveStepUp')?.detail).toEqual({
      action,
      way: 'password',
    })
    const made = rows.find((row) => row?.action === 'session.createToken')
    expect(made?.detail).toMatchObject({
      actsAlone: true,
      stepUp: { way: 'password', givenAt: desk.clock.nowMs },
    })
    expect(JSON.stringify(desk.audits)).not.toContain(PASSWORD)
    await desk.close()
  })

  test('[T28] a proof serves no other session of the same user, and no other user', async () => {
    const { desk, make, proveFor } = await prepare()
    await desk.addUser('other', RIGHTS)
    const [second, other] = [await desk.tokenOf('known'), await desk.tokenOf('other')]
    await proveFor('nightly')
    expect((await make('nightly', second)).err?.code).toBe('step_up_needed')
    expect((await make('nightly', other)).err?.code).toBe('step_up_needed')
    expect((await make('nightly')).http).toBe(200)
    await desk.close()
  })

  test('[T28] a proof ends after five minutes, and with a clock that was set back', async () => {
    const { desk, make, proveFor } = await prepare()
    await proveFor('nightly')
    desk.clock.nowMs += 5 * MINUTE
    expect((await make('nightly')).err?.code).toBe('step_up_needed')
    desk.clock.nowMs -= 7 * MINUTE
    expect((await make('nightly')).err?.code).toBe('step_up_needed')
    desk.clock.nowMs += 7 * MINUTE
    await proveFor('weekly')
    desk.clock.nowMs += 5 * MINUTE - 1
    expect((await make('weekly')).http).toBe(200)
    await desk.close()
  })

  test('[T28] of one action sent twice at once to two nodes one uses the proof', async () => {
    const { store, access, desk, token, make, proveFor } = await prepare()
    const other = openDesk(store, { access, clock: desk.clock })
    for (const name of ['a', 'b', 'c', 'd']) {
      await proveFor(name)
      const answers = await Promise.all([make(name), make(name, token, other), make(name, token, other)])
      expect(answers.map(({ http }) => http).toSorted()).toEqual([200, 428, 428])
    }
    await Promise.all([desk.close(), other.close()])
  })

  test('[T26] with a second factor the code is asked, each once, and one just used to sign in still serves', async () => {
    const { desk, make, wanted, give, setUp } = await prepare()
    const codeNow = await setUp()
    desk.clock.nowMs += STEP_MS
    const otp = codeNow()
    const signedIn = await desk.post<{ token: string }>('/api/auth/login', {
      username: 'known',
      password: PASSWORD,
      otp,
    })
    const by = signedIn.data.token
    const { action, ways } = await wanted('nightly', by)
    expect(ways).toEqual(['code'])
    expect((await give(action, { password: PASSWORD }, by)).err?.code).toBe('code_wrong')
    const both = await Promise.all([give(action, { code: otp }, by), give(action, { code: otp }, by)])
    expect(both.map(({ http }) => http).toSorted()).toEqual([200, 400])
    expect((await make('nightly', by)).http).toBe(200)
    const next = await wanted('weekly', by)
    expect((await give(next.action, { code: otp }, by)).err?.code).toBe('code_wrong')
    await desk.close()
  })

  test('[T28] wrong tries are limited as at sign-in, and a right one afterwards waits too', async () => {
    const { desk, make, wanted, give } = await prepare()
    const { action } = await wanted('nightly')
    const tries = await Promise.all(Array.from({ length: 8 }, () => give(action, { password: 'guess' })))
    expect(tries.map(({ err }) => err?.code).toSorted()).toEqual([
      ...Array.from({ length: 3 }, () => 'login_throttled'),
      ...Array.from({ length: 5 }, () => 'password_wrong'),
    ])
    expect((await give(action, { password: PASSWORD })).http).toBe(429)
    expect((await make('nightly')).err?.code).toBe('step_up_needed')
    desk.clock.nowMs += 16 * MINUTE
    expect((await give(action, { password: PASSWORD })).http).toBe(200)
    expect((await make('nightly')).http).toBe(200)
    await desk.close()
  })

  test('nothing but an action hash is taken, and nobody without a session gives a proof', async () => {
    const { desk, give, wanted } = await prepare()
    for (const action of ['', 'x'.repeat(64), '0'.repeat(63)]) {
      expect((await give(action, { password: PASSWORD })).http).toBe(400)
    }
    const { action } = await wanted('nightly')
    expect((await desk.post('/api/auth/step-up', { action, password: PASSWORD })).http).toBe(401)
    expect((await give(action, {})).err?.code).toBe('password_wrong')
    await desk.close()
  })
})
