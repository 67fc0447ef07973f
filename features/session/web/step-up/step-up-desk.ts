import { call } from '@qd/web-calls'
import type { StepUpDesk } from '@qd/web-calls'
import { giveStepUp, startStepUpOidc, stepUpState } from '../../contract/index.ts'
import { STEP_UP_CHANNEL } from './step-up-channel.ts'
import type { SteppedUp } from './step-up-channel.ts'

const ASKER = { tag: 'kit:stepUp.title', told: 'form' } as const

/** The second window is through, or the page is looked at again: it was closed perhaps. */
function onReturn(listener: (fault: string | null) => void): () => void {
  const channel = new BroadcastChannel(STEP_UP_CHANNEL)
  const onFocus = () => listener(null)
  channel.addEventListener('message', ({ data }: MessageEvent<SteppedUp>) => listener(data.fault))
  window.addEventListener('focus', onFocus)
  return () => {
    channel.close()
    window.removeEventListener('focus', onFocus)
  }
}

/** The calls by which the dialog of a refused action proves who asks. */
export const stepUpDesk: StepUpDesk = {
  give: (action, typed) => call(giveStepUp, { body: { action, ...typed } }, ASKER),
  providerAddress: async (action) => (await call(startStepUpOidc, { body: { action } }, ASKER)).address,
  isGiven: async (action) => (await call(stepUpState, { body: { action } }, ASKER)).isGiven,
  onReturn,
}
