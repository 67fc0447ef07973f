import { world } from '@qd/sandbox'
import type { Answer, Speaker } from './speak-to.ts'

/** Sends a call; where it wants a step-up proof, gives the password for it and sends it again. */
export async function proven<T>(
  speaker: Speaker,
  send: () => Promise<Answer<T>>,
  password: string = world.accountPassword,
): Promise<Answer<T>> {
  const first = await send()
  if (first.body.err?.code !== 'step_up_needed') return first
  const { stepUp } = first.body.err.details as { stepUp: { action: string } }
  const typed = { action: stepUp.action, password }
  const given = await speaker.post('/api/auth/step-up', typed)
  if (given.http !== 200) throw new Error(`step-up: ${given.body.msg}`)
  return send()
}
