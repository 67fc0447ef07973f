import { runBots } from '@qd/bots/contract'
import { useMay } from '@qd/web-calls'
import type { ActionSpec } from '@qd/web-calls'
import { useFeatures } from '@qd/web-frame'

/** Making scenarios, as pages ask whether to offer it. */
const SCENARIOS: ActionSpec = { permission: runBots, level: 2, target: () => ({}) }

export function useMayScenarios(): boolean {
  return useMay(SCENARIOS)
}

/** Somebody makes something of recorded frames, and this user may. */
export function useMayRecord(): boolean {
  const isFilled = useFeatures().some(({ slots }) => slots?.recordedFrames !== undefined)
  return useMayScenarios() && isFilled
}
