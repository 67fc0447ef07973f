import { lookup } from 'node:dns/promises'
import { connect, isIP } from 'node:net'
import type { Socket } from 'node:net'
import { connect as connectTls } from 'node:tls'
import type { TLSSocket } from 'node:tls'
import { DialError } from '@qd/game-contract/adapter'
import type { AddressRule } from './check-address.ts'
import { checkUrl, hostOf, portOf } from './check-url.ts'
import { checkResolved } from './guarded-lookup.ts'
import type { ResolvedRule } from './guarded-lookup.ts'

export interface ProbeRequest extends AddressRule {
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
  if (error.name === 'TimeoutError') return 'timeout'
  return error.name === 'AbortError' ? 'aborted' : ((error as NodeJS.ErrnoException).code ?? error.name)
}

/** The one address to go to; one forbidden address among several spoils the name. */
async function resolveHost(host: string, to: ResolvedRule): Promise<string> {
  const found = isIP(host) === 0 ? await lookup(host, { all: true }) : [{ address: host }]
  const addresses = found.map(({ address }) => address)
  checkResolved(host, addresses, to)
  return addresses[0]!
}

/** Waits for one event of a socket; the signal ends the wait and the socket. */
function arrival(socket: Socket, event: string, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const fail = (error: unknown) => {
      socket.destroy()
      reject(error as Error)
    }
    const giveUp = () => fail(signal.reason)
    if (signal.aborted) return giveUp()
    signal.addEventListener('abort', giveUp, { once: true })
    socket.once('error', fail)
    socket.once(event, () => {
      signal.removeEventListener('abort', giveUp)
      socket.off('error', fail)
      socket.on('error', () => undefined)
      resolve()
    })
  })
}

async function shakeHands(socket: Socket, host: string, signal: AbortSignal): Promise<TLSSocket> {
  const servername = isIP(host) === 0 ? { servername: host } : {}
  const secure = connectTls({ socket, host, ...servername })
  await arrival(secure, 'secureConnect', signal)
  return secure
}

/** Checks, resolves, connects and shakes hands as a call would, and says where it ends. Sends no byte of ours. */
export async function probeAddress(
  text: string,
  request: ProbeRequest,
  ownPorts: readonly number[],
): Promise<AddressProbe> {
  const steps: ProbeStep[] = []
  const open: Socket[] = []
  let certificateUntil: number | null = null
  async function step<T>(stage: ProbeStage, run: (signal: AbortSignal) => Promise<T> | T): Promise<T> {
    const startedMs = performance.now()
    const timeout = AbortSignal.timeout(request.timeoutMs)
    const signal = request.signal === undefined ? timeout : AbortSignal.any([timeout, request.signal])
    const { promise: expired, reject } = Promise.withResolvers<never>()
    const giveUp = () => reject(signal.reason as Error)
    signal.addEventListener('abort', giveUp, { once: true })
    let fault: string | null = null
    try {
      signal.throwIfAborted()
      return await Promise.race([run(signal), expired])
    } catch (error) {
      fault = codeOf(error)
      throw error
    } finally {
      signal.removeEventListener('abort', giveUp)
      steps.push({ stage, ms: Math.round(performance.now() - startedMs), fault })
    }
  }
  try {
    const url = await step('address', () =>
      checkUrl(text, request, ['http:', 'https:', 'ws:', 'wss:'], ownPorts),
    )
    const host = hostOf(url)
    const address = await step('dns', () => resolveHost(host, { rule: request, port: portOf(url), ownPorts }))
    const socket = await step('tcp', async (signal) => {
      const socket = connect({ host: address, port: portOf(url) })
      open.push(socket)
      await arrival(socket, 'connect', signal)
      return socket
    })
    if (url.protocol === 'https:' || url.protocol === 'wss:') {
      const secure = await step('tls', (signal) => shakeHands(socket, host, signal))
      open.push(secure)
      certificateUntil = Date.parse(secure.getPeerCertificate().valid_to)
    }
  } catch {
    // The fault stands in the last step.
  } finally {
    for (const socket of open) socket.destroy()
  }
  return { steps, certificateUntil }
}
