import { world } from '@qd/sandbox'
import { totpAt } from '@qd/sandbox/testing'
import type { Answer, Speaker } from './speak-to.ts'

const STEP_MS = 30_000
const SECRET = world.accounts.find(({ username }) => username === 'reviewer')?.totpSecret ?? ''

/**
 * Gives codes of the sandbox's reviewer where a call wants a step-up proof. Each code is good once, and that of the next
 * step is good already: two proofs in a row need not wait.
 */
export function reviewerProof(): <T>(
  reviewer: Speaker,
  send: () => Promise<Answer<T>>,
) => Promise<Answer<T>> {
  let usedMs = 0
  return async (reviewer, send) => {
    const first = await send()
    if (first.body.err?.code !== 'step_up_needed') return first
    const { stepUp } = first.body.err.details as { stepUp: { action: string } }
    usedMs = Math.max(Date.now(), usedMs + STEP_MS)
    const { code } = totpAt(SECRET, usedMs)
    const given = await reviewer.post('/api/auth/step-up', { action: stepUp.action, code })
    if (given.http !== 200) throw new Error(`step-up: ${given.body.msg}`)
    return send()
  }
}
