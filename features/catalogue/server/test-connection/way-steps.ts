import type { GameServerTarget } from '@qd/game-contract/adapter'
import type { AddressProbe, GuardedDialer } from '@qd/server-kit'
import { StepFault } from './test-report.ts'
import type { TestReport } from './test-report.ts'

const DAY_MS = 86_400_000
/** A certificate that ends sooner is worth a word. */
const WARN_DAYS = 14

export interface WayDeps {
  dialer: Pick<GuardedDialer, 'probe'>
  now(): number
  signal: AbortSignal
  timeoutMs: number
}

function noteCertificate(report: TestReport, probe: AddressProbe, ms: number, nowMs: number): void {
  const days = Math.floor(((probe.certificateUntil ?? nowMs) - nowMs) / DAY_MS)
  const isShort = days < WARN_DAYS
  report.note(
    'tls',
    {
      state: isShort ? 'warning' : 'ok',
      code: isShort ? 'certificate_ends' : 'certificate',
      params: { days },
    },
    ms,
  )
}

/** Goes the way to the HTTP address: may it be dialled, does the name resolve, does anything listen, TLS. */
export async function walkWay(
  deps: WayDeps,
  report: TestReport,
  url: string,
  target: GameServerTarget,
): Promise<boolean> {
  const { timeoutMs, signal } = deps
  const probe = await deps.dialer.probe(url, { networks: target.networks, timeoutMs, signal })
  for (const { stage, ms, fault } of probe.steps) {
    if (fault !== null) {
      report.note(stage, { state: 'failed', code: `${stage}_failed`, params: { fault } }, ms)
      return false
    }
    if (stage === 'tls') noteCertificate(report, probe, ms, deps.now())
    else report.note(stage, { state: 'ok' }, ms)
  }
  if (probe.certificateUntil === null) report.note('tls', { state: 'skipped', code: 'plain' }, null)
  return true
}

/** The same way to the socket, as one step; throws StepFault where it ends. */
export async function walkSocketWay(deps: WayDeps, url: string, target: GameServerTarget): Promise<void> {
  const { timeoutMs, signal } = deps
  const { steps } = await deps.dialer.probe(url, { networks: target.networks, timeoutMs, signal })
  const failed = steps.find((step) => step.fault !== null)
  if (failed) throw new StepFault(`${failed.stage}_failed`, { fault: failed.fault ?? '' })
}
