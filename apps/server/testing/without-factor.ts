import { world } from '@qd/sandbox'
import { totpAt } from '@qd/sandbox/testing'
import type { Speaker } from './speak-to.ts'

/** Turns the second factor of the sandbox's reviewer off, as they would themselves: from then on the password proves. */
export async function withoutFactor(reviewer: Speaker): Promise<void> {
  const secret = world.accounts.find(({ username }) => username === 'reviewer')?.totpSecret ?? ''
  const { code } = totpAt(secret, Date.now())
  const typed = { password: world.accountPassword, code }
  const { http, body } = await reviewer.post('/api/auth/second-factor/disable', typed)
  if (http !== 200) throw new Error(`second factor: ${body.msg}`)
}
