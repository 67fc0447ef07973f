import type { Socket } from 'node:net'
import { DialError } from '@qd/game-contract/adapter'
import type { Networks } from '@qd/game-contract/adapter'
import { checkUrl, hostOf, portOf } from './check-url.ts'
import type { Way } from './connect-socket.ts'
import { resolveChecked } from './guarded-lookup.ts'
import { openTcp, openTls } from './open-socket.ts'

export interface ProbeRequest {
  networks: Networks
  /** For each step on the way. */
  timeoutMs: number
  signal?: AbortSignal
}

export type ProbeStage = 'address' | 'dns' | 'tcp' | 'tls'

/** One step on the way; `fault` is a short code: what the guard, the resolver or the system said. */
export interface ProbeStep {
  stage: ProbeStage
  ms: number
  fault: string | null
}

/** How far the way to an address goes; the last step is the one that failed, when one has a fault. */
export interface AddressProbe {
  steps: ProbeStep[]
  /** End of the certificate's validity in epoch milliseconds; null without TLS. */
  certificateUntil: number | null
}

function codeOf(error: unknown): string {
  if (error instanceof DialError) return error.fault
  if (!(error instanceof Error)) return 'failed'
  return (error as NodeJS.ErrnoException).code ?? error.name
}

/** Checks, resolves, connects and shakes hands as a call would, and says where it ends. Sends no byte of ours. */
export async function probeAddress(
  text: string,
  { networks, timeoutMs }: ProbeRequest,
  { ownPorts, ending }: Way,
): Promise<AddressProbe> {
  const steps: ProbeStep[] = []
  const open: Socket[] = []
  let certificateUntil: number | null = null
  async function step<T>(stage: ProbeStage, run: () => Promise<T> | T): Promise<T> {
    const startedMs = performance.now()
    const stop = ending.after(timeoutMs, 'timeout', 'no answer in time')
    let fault: string | null = null
    try {
      if (ending.fault !== undefined) throw ending.fault
      return await ending.orEnd(Promise.resolve(run()))
    } catch (error) {
      fault = codeOf(error)
      throw error
    } finally {
      stop()
      steps.push({ stage, ms: Math.round(performance.now() - startedMs), fault })
    }
  }
  try {
    const url = await step('address', () =>
      checkUrl(text, networks, ['http:', 'https:', 'ws:', 'wss:'], ownPorts),
    )
    const [host, port] = [hostOf(url), portOf(url)]
    const addresses = await step('dns', () => resolveChecked(host, { networks, port, ownPorts }))
    const socket = await step('tcp', () => openTcp({ host, port, addresses }, ending.signal))
    open.push(socket)
    if (url.protocol === 'https:' || url.protocol === 'wss:') {
      const secure = await step('tls', () => openTls(socket, { host }, ending.signal))
      open.push(secure)
      certificateUntil = Date.parse(secure.getPeerCertificate().valid_to)
    }
  } catch {
    // The fault stands in the last step.
  } finally {
    for (const socket of open) socket.destroy()
    ending.release()
  }
  return { steps, certificateUntil }
}
