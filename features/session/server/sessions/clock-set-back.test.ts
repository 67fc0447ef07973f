import { describeOnBothDatabases } from '@qd/store/testing'
import { expect, test } from 'vitest'
import { sessionMigrations } from '../index.ts'
import type { SessionTables } from '../index.ts'
import { PASSWORD, openDesk } from '../../../../apps/server/testing/session-desk.ts'
import { totpCode } from '../testing/totp-code.ts'
import { totpStep } from '../second-factor/totp.ts'

const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS

/*
 * Somebody sets the machine's clock back an hour. What was given until then may last that hour longer, never for
 * ever, and nobody is thrown out or locked out for it.
 */
describeOnBothDatabases('a clock set back an hour', sessionMigrations, (open) => {
  test('[T4] everybody stays signed in, and ends twelve hours after he signed in by the old clock', async () => {
    const desk = openDesk(await open<SessionTables>())
    const names = Array.from({ length: 10 }, (_, index) => `user${index}`)
    for (const name of names) await desk.addUser(name)
    const tokens: string[] = []
    for (const name of names) tokens.push(await desk.tokenOf(name))
    const signedIn = async () => (await Promise.all(tokens.map(desk.isSignedIn))).filter(Boolean).length
    const endsAt = desk.clock.nowMs + 12 * HOUR_MS
    desk.clock.nowMs -= HOUR_MS
    expect(await signedIn()).toBe(10)
    // Nobody comes back: unused sessions end by the idle rule, at most the hour later.
    desk.clock.nowMs += 3 * HOUR_MS
    expect(await signedIn()).toBe(0)
    const late = await desk.tokenOf('user0')
    desk.clock.nowMs -= HOUR_MS
    while (desk.clock.nowMs + HOUR_MS < endsAt + HOUR_MS) {
      desk.clock.nowMs += HOUR_MS
      expect(await desk.isSignedIn(late)).toBe(true)
    }
    desk.clock.nowMs = endsAt + 2 * HOUR_MS
    expect(await desk.isSignedIn(late)).toBe(false)
    await desk.close()
  })

  test('[T5] who is throttled is let in again no later than by the old clock; who is not keeps no failures for ever', async () => {
    const desk = openDesk(await open<SessionTables>())
    await desk.addUser('known')
    for (let tries = 0; tries < 5; tries++) await desk.logIn('known', 'wrong password')
    expect((await desk.logIn('known')).err?.code).toBe('login_throttled')
    desk.clock.nowMs -= HOUR_MS
    // Failures of a time to come are none: an hour more would lock the right person out.
    expect((await desk.logIn('known')).http).toBe(200)
    for (let tries = 0; tries < 5; tries++) await desk.logIn('known', 'wrong password')
    expect((await desk.logIn('known')).err?.code).toBe('login_throttled')
    desk.clock.nowMs += 15 * MINUTE_MS
    expect((await desk.logIn('known')).http).toBe(200)
    await desk.close()
  })

  test('[T4] tickets work once, and no longer than the hour and their 30 seconds', async () => {
    const desk = openDesk(await open<SessionTables>())
    await desk.addUser('known')
    const token = await desk.tokenOf('known')
    const issue = async () =>
      (await desk.post<{ ticket: string }>('/api/auth/ticket', {}, { token })).data.ticket
    const redeem = (ticket: string) => desk.feature.session.redeemTicket(ticket)
    const [used, old] = [await issue(), await issue()]
    desk.clock.nowMs -= HOUR_MS
    expect((await redeem(used))?.username).toBe('known')
    expect(await redeem(used)).toBeNull()
    desk.clock.nowMs += HOUR_MS + 30_000
    expect(await redeem(old)).toBeNull()
    await desk.close()
  })

  test('a code of the second factor that was used is not taken again, and later ones are', async () => {
    const desk = openDesk(await open<SessionTables>())
    await desk.addUser('known')
    const token = await desk.tokenOf('known')
    const started = await desk.proven(token, { password: PASSWORD }, () =>
      desk.post<{ secret: string }>('/api/auth/second-factor/start', {}, { token }),
    )
    const { secret } = started.data
    const codeNow = () => totpCode(secret, totpStep(desk.clock.nowMs))
    const seen = codeNow()
    const confirmed = await desk.post<{ recoveryCodes: string[] }>(
      '/api/auth/second-factor/confirm',
      { code: seen },
      { token },
    )
    expect(confirmed.http).toBe(200)
    const signIn = (otp: string) =>
      desk.post('/api/auth/login', { username: 'known', password: PASSWORD, otp })
    desk.clock.nowMs -= HOUR_MS
    expect((await signIn(seen)).http).toBe(401)
    // Until the clock is where it was, codes are older than the last one used; a recovery code always fits.
    expect((await signIn(codeNow())).http).toBe(401)
    expect((await signIn(confirmed.data.recoveryCodes[0]!)).http).toBe(200)
    desk.clock.nowMs += HOUR_MS
    expect((await signIn(seen)).http).toBe(401)
    desk.clock.nowMs += 30_000
    expect((await signIn(codeNow())).http).toBe(200)
    await desk.close()
  })

  test('a one-time link works once, and no longer than the hour and its 72', async () => {
    const desk = openDesk(await open<SessionTables>())
    const invite = async (username: string) => {
      const person = { username, name: username, department: '', mustUseSecondFactor: false }
      const { path } = await desk.feature.accounts.invite(desk.commit, person, async () => {})
      return path.split('code=')[1]!
    }
    const accept = async (code: string) =>
      (await desk.post('/api/auth/invitation', { code, password: PASSWORD })).http
    const [used, old] = [await invite('early'), await invite('late')]
    desk.clock.nowMs -= HOUR_MS
    expect(await accept(used)).toBe(200)
    expect(await accept(used)).toBe(404)
    desk.clock.nowMs += 73 * HOUR_MS
    expect(await accept(old)).toBe(404)
    await desk.close()
  })
})
