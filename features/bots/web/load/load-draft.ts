import type { BotsLoad } from '../../contract/index.ts'

/** What stands in the fields: numbers in the units people read; null is left empty. */
export interface LoadDraft {
  model: 'closed' | 'open'
  clients: number
  rate: number
  rampSeconds: number
  thinkSeconds: number
  seconds: number
  passes: number | null
  failedPercent: number | null
  compareTo: string
  reason: string
}

export const FIRST_LOAD: LoadDraft = {
  model: 'closed',
  clients: 20,
  rate: 50,
  rampSeconds: 2,
  thinkSeconds: 1,
  seconds: 60,
  passes: null,
  failedPercent: 50,
  compareTo: '',
  reason: '',
}

export function loadOf(draft: LoadDraft): BotsLoad {
  const { model, clients, rate, rampSeconds, thinkSeconds, seconds, passes, failedPercent } = draft
  const thinkMs = Math.round(thinkSeconds * 1_000)
  return {
    model,
    clients,
    ...(model === 'open' ? { arrivalsPerSecond: rate } : {}),
    rampMs: Math.round(rampSeconds * 1_000),
    // People do not think in step.
    thinkMs: { from: Math.round(thinkMs / 2), to: Math.round(thinkMs * 1.5) },
    stop: {
      afterMs: Math.round(seconds * 1_000),
      ...(passes === null ? {} : { passes }),
      ...(failedPercent === null ? {} : { failedPercent }),
    },
  }
}
