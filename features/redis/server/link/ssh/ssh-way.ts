import type { Duplex } from 'node:stream'
import { AppError } from '@qd/contract-kit'
import { DialError } from '@qd/game-contract/adapter'
import { isAddressAllowed, isAddressList, isLoopbackName } from '@qd/server-kit'
import type { Client } from 'ssh2'
import { redisErrors } from '../../../contract/index.ts'
import { dialFault, plainWords, reasonText, wayError } from '../link-errors.ts'
import { taken } from '../steps.ts'
import { addressText, openStream, secured } from '../way.ts'
import type { Address, Going, Way, WayOptions } from '../way.ts'
import { enterHop, hopText, waysIn } from './ssh-hop.ts'
import type { HopOptions } from './ssh-hop.ts'

/** How a server of SSH says that it opens no channel: RFC 4254, 5.1. */
const PROHIBITED = 1
const CONNECT_FAILED = 2

/** A channel through the last hop to the address, as that machine sees it. */
function forwarded(
  client: Client,
  { host, port }: Address,
  { timeoutMs, at }: { timeoutMs: number; at: string },
) {
  return new Promise<Duplex>((resolve, reject) => {
    const fail = (reason: Parameters<typeof wayError>[1]['reason']) =>
      reject(wayError(redisErrors.redis_unreachable, { at, reason }))
    let isLate = false
    const late = setTimeout(() => {
      isLate = true
      fail(reasonText('late'))
    }, timeoutMs)
    const done = (error: (Error & { reason?: unknown }) | undefined, channel?: Duplex) => {
      clearTimeout(late)
      if (channel !== undefined) {
        // A channel that fails before its owner listens must not end the process.
        channel.on('error', () => undefined)
        if (isLate) channel.destroy()
        return resolve(channel)
      }
      const why = error?.reason
      if (why === CONNECT_FAILED) fail(reasonText('nobody'))
      else if (why === PROHIBITED) fail(reasonText('sshNoWay'))
      else fail(plainWords(error?.message ?? ''))
    }
    try {
      client.forwardOut('127.0.0.1', 0, host, port, done)
    } catch (error) {
      done(error as Error)
    }
  })
}

/**
 * What an address may be behind the tunnel. Names are resolved there, where we cannot look; metadata services and the like
 * stay closed, and loopback, too, unless the connection itself leads there.
 */
function assertAllowed({ config }: WayOptions, { host }: Address): void {
  const nodes = [config.host, ...(config.sentinel?.nodes ?? []).map((node) => node.host)]
  const allowLoopback = config.allowLoopback || nodes.some(isLoopbackName)
  const isAllowed = isAddressList([host])
    ? isAddressAllowed(host, { allowLoopback, allowPrivate: true })
    : allowLoopback || !isLoopbackName(host)
  if (!isAllowed) throw new DialError('refused_address', `address ${host} is not allowed`)
}

/** One session of SSH over all hops, for all servers of a connection. */
export function throughSsh(options: WayOptions): Way {
  const { config, secrets, dialer, agentPath, report } = options
  const { timeoutMs } = config
  let session: Promise<Client[]> | null = null
  let isClosed = false

  async function enter(
    index: number,
    before: Client | undefined,
    { onStep, signal }: Going,
  ): Promise<Client> {
    const hop = config.ssh[index]!
    const at = hopText(hop)
    const fault = (error: unknown) => dialFault(error, at, redisErrors.redis_ssh_failed)
    const of: HopOptions = {
      hop,
      index,
      secrets: secrets.ssh?.[index] ?? {},
      timeoutMs,
      agentPath,
      dialer,
      onHostKey: (shown) => {
        if (report !== undefined) report.hostKeys[index] = shown
      },
    }
    return taken(onStep, { step: 'ssh', at, fault }, async () => {
      // A key that cannot be read is found out before anybody is bothered.
      const methods = waysIn(of)
      const stream = await (before === undefined ? openStream(options, hop) : onwards(before, hop))
      return enterHop(stream, of, { methods, signal })
    })
  }

  /** To the next hop; a server that is not reached there is a fault of the tunnel. */
  async function onwards(before: Client, hop: Address): Promise<Duplex> {
    try {
      return await forwarded(before, hop, { timeoutMs, at: addressText(hop) })
    } catch (error) {
      throw new AppError(redisErrors.redis_ssh_failed, { params: (error as AppError).params })
    }
  }

  async function enterAll(going: Going): Promise<Client[]> {
    const clients: Client[] = []
    try {
      for (let index = 0; index < config.ssh.length; index += 1) {
        clients.push(await enter(index, clients.at(-1), going))
      }
    } catch (error) {
      endAll(clients)
      throw error
    }
    return clients
  }

  function sessionNow(going: Going): Promise<Client[]> {
    session ??= entered(going)
    return session
  }

  function entered(going: Going): Promise<Client[]> {
    const mine = enterAll(going)
    const forget = () => {
      if (session === mine) session = null
    }
    void follow(mine, forget)
    return mine
  }

  /** A hop that ends takes the others with it. */
  async function follow(mine: Promise<Client[]>, forget: () => void): Promise<void> {
    const clients = await mine.catch(() => null)
    if (clients === null) return forget()
    for (const client of clients) {
      client.once('close', () => {
        forget()
        endAll(clients)
      })
    }
    if (isClosed) endAll(clients)
  }

  return {
    async open(address, going) {
      const at = addressText(address)
      const clients = await sessionNow(going)
      const stream = await taken(
        going.onStep,
        { step: 'tcp', at, fault: (error) => dialFault(error, at) },
        async () => {
          assertAllowed(options, address)
          return forwarded(clients.at(-1)!, address, { timeoutMs, at })
        },
      )
      return secured(options, stream, { ...address, onStep: going.onStep })
    },
    close() {
      isClosed = true
      session?.then(endAll, () => undefined)
      session = null
    },
  }
}

function endAll(clients: readonly Client[]): void {
  for (const client of clients.toReversed()) client.end()
}
