import { mayAskStepUp, mayBeConfirmed } from '@qd/contract-kit'
import type { AnyRoute, RouteArgs } from '@qd/contract-kit'
import { CallError } from '@qd/web-base'
import { kitText } from '@qd/web-base'
import type { Confirming } from './send-confirmed.ts'

/** The question loads with the first call that may need one: the login page has none. */
async function loadQuestion() {
  try {
    return await import('./send-confirmed.ts')
  } catch (cause) {
    throw new CallError({ code: 'no_answer', message: kitText('call.noAnswer'), cause })
  }
}

/** Sends a call, after the operator has confirmed it, proven that it is them, or handed it in, where the gate wants that. */
export async function confirmFirst<R extends AnyRoute, T>(
  route: R,
  args: RouteArgs<R> & object,
  send: (args: RouteArgs<R> & object) => Promise<T>,
  confirming: Confirming,
): Promise<T> {
  const mayAsk = mayBeConfirmed(route) || mayAskStepUp(route) || route.approval !== undefined
  if (!mayAsk) return send(args)
  const { sendConfirmed } = await loadQuestion()
  return sendConfirmed(route, args, send, confirming)
}
