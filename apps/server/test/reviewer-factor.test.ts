import { totpAt } from '@qd/sandbox/testing'
import { world } from '@qd/sandbox'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestConsole } from '../testing/index.ts'
import type { TestConsole } from '../testing/index.ts'

let running: TestConsole
beforeAll(async () => {
  running = await startTestConsole()
})
afterAll(() => running.dispose())

test('the reviewer of the sandbox signs in with the seed of the guide, and is offered without', async () => {
  const secret = world.accounts.find(({ username }) => username === 'reviewer')!.totpSecret!
  const logIn = (otp?: string) =>
    running.anonymous.post<{ userInfo: { hasSecondFactor: boolean } }>('/api/auth/login', {
      username: 'reviewer',
      password: world.accountPassword,
      ...(otp === undefined ? {} : { otp }),
    })
  expect((await logIn()).body.data.userInfo.hasSecondFactor).toBe(true)
  expect((await logIn('12345')).http).toBe(401)
  expect((await logIn(totpAt(secret, Date.now()).code)).http).toBe(200)
})
