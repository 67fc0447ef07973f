import type { Duplex } from 'node:stream'
import { recordNetworks } from '@qd/game-contract/record-networks'
import type { GuardedDialer } from '@qd/server-kit'
import type { ConnectionConfig } from '../../contract/index.ts'
import type { LinkSecrets } from './redis-link.ts'
import { dialFault, tlsFault } from './link-errors.ts'
import { taken } from './steps.ts'
import type { OnStep } from './steps.ts'

export type LinkDialer = Pick<GuardedDialer, 'checkSocketPeer' | 'connectTcp' | 'connectUnix' | 'secure'>

export interface Address {
  readonly host: string
  readonly port: number
}

export interface Going {
  onStep: OnStep
  signal: AbortSignal
}

/** How servers of one connection are reached: directly, through a socket of the machine, or through SSH. */
export interface Way {
  /** An open stream to the address, with TLS where the connection has it. */
  open(address: Address, going: Going): Promise<Duplex>
  /** Ends it for everybody who goes it. */
  close(): void
}

/** What a test wants to know beside the steps. */
export interface WayReport {
  /** What each SSH hop showed, in its order. */
  hostKeys: string[]
  /** Groups the sentinels know. */
  masters: string[]
}

export interface WayOptions {
  config: ConnectionConfig
  secrets: LinkSecrets
  dialer: LinkDialer
  /** Path of the console's own SSH agent. */
  agentPath?: string | undefined
  report?: WayReport | undefined
}

export const addressText = ({ host, port }: Address): string =>
  host.includes(':') ? `[${host}]:${port}` : `${host}:${port}`

const ENDLESS = { idleMs: Number.POSITIVE_INFINITY, wholeMs: Number.POSITIVE_INFINITY }

/** A stream to the address, without TLS. */
export async function openStream({ config, dialer }: WayOptions, { host, port }: Address): Promise<Duplex> {
  const times = { connectMs: config.timeoutMs, ...ENDLESS }
  const socket = await dialer.connectTcp({ host, port }, { networks: recordNetworks(config), times })
  socket.setKeepAlive(true, 30_000)
  return socket
}

/** Checks the name first, so that a failure says whether the address or the server is to blame. */
async function openTcp(options: WayOptions, address: Address, { onStep, signal }: Going): Promise<Duplex> {
  const { config, dialer } = options
  const at = addressText(address)
  const networks = recordNetworks(config)
  const fault = (error: unknown) => dialFault(error, at)
  const { timeoutMs } = config
  await taken(onStep, { step: 'address', at, fault }, () =>
    dialer.checkSocketPeer(`tcp://${at}`, { networks, timeoutMs, signal }),
  )
  return taken(onStep, { step: 'tcp', at, fault }, () => openStream(options, address))
}

/** TLS over a stream where the connection has it. */
export async function secured(
  { config, secrets, dialer }: WayOptions,
  stream: Duplex,
  { host, port, onStep }: Address & Pick<Going, 'onStep'>,
): Promise<Duplex> {
  const { tls, timeoutMs } = config
  if (tls === null) return stream
  const at = addressText({ host, port })
  return taken(onStep, { step: 'tls', at, fault: (error) => tlsFault(error, at) }, async () => {
    try {
      const secure = await dialer.secure(stream, {
        host,
        times: { connectMs: timeoutMs, ...ENDLESS },
        ...(tls.servername === '' ? {} : { servername: tls.servername }),
        ...(tls.ca === '' ? {} : { ca: tls.ca }),
        ...(tls.cert === '' ? {} : { cert: tls.cert }),
        ...(secrets.tlsKey === undefined || secrets.tlsKey === '' ? {} : { key: secrets.tlsKey }),
      })
      secure.once('close', () => stream.destroy())
      return secure
    } catch (error) {
      stream.destroy()
      throw error
    }
  })
}

export function throughUnix({ config, dialer }: WayOptions): Way {
  const at = config.socketPath
  return {
    open: (_address, { onStep, signal }) =>
      taken(onStep, { step: 'tcp', at, fault: (error) => dialFault(error, at) }, async () => {
        const socket = await dialer.connectUnix(at, { times: { connectMs: config.timeoutMs, ...ENDLESS } })
        if (signal.aborted) socket.destroy()
        return socket
      }),
    close: () => undefined,
  }
}

export function direct(options: WayOptions): Way {
  return {
    async open(address, going) {
      const stream = await openTcp(options, address, going)
      return secured(options, stream, { ...address, onStep: going.onStep })
    },
    close: () => undefined,
  }
}
