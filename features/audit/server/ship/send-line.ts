import { createHmac } from 'node:crypto'
import { open } from 'node:fs/promises'
import { hostname } from 'node:os'
import type { Socket } from 'node:net'
import type { Networks } from '@qd/game-contract/adapter'
import type { GuardedDialer } from '@qd/server-kit'
import type { ShipAddress } from './ship-address.ts'

/** How lines leave the process. */
export interface ShipWay {
  dialer: Pick<GuardedDialer, 'stream' | 'connectTcp' | 'connectTls' | 'openUdp'>
  /** The addresses come from whoever runs the console, not from its users. */
  networks: Networks
  /** PEM of the authority of receivers by TLS; absent: the usual ones. */
  ca?: string
}

export interface SendParts {
  way: ShipWay | null
  /** Signs what goes over HTTP. */
  key: Buffer | null
  timeoutMs: number
}

type Leaving = SendParts & { way: ShipWay }
type SyslogAddress = Extract<ShipAddress, { kind: 'syslog' }>

/** Facility 13 (log audit), severity 6 (informational). */
const PRIORITY = 13 * 8 + 6

/** One message of RFC 5424. */
export function syslogMessage(line: string, atMs: number): string {
  const time = new Date(atMs).toISOString()
  return `<${PRIORITY}>1 ${time} ${hostname() || '-'} quarterdeck ${process.pid} audit-head - ${line}`
}

async function toFile(path: string, line: string): Promise<void> {
  const file = await open(path, 'a', 0o600)
  try {
    await file.appendFile(`${line}\n`)
    await file.sync()
  } finally {
    await file.close()
  }
}

async function byUdp(to: SyslogAddress, message: string, { way, timeoutMs }: Leaving): Promise<void> {
  const times = { connectMs: timeoutMs, wholeMs: timeoutMs }
  const peer = await way.dialer.openUdp(to, { networks: way.networks, times })
  try {
    await peer.send(Buffer.from(message))
  } finally {
    peer.close()
  }
}

function openStream(to: SyslogAddress, { way, timeoutMs }: Leaving): Promise<Socket> {
  const { dialer, networks, ca } = way
  // A receiver that sends a byte now and then, and never closes, holds up the others no longer than this.
  const times = { connectMs: timeoutMs, idleMs: timeoutMs, wholeMs: 2 * timeoutMs }
  const request = { networks, times }
  return to.transport === 'tcp'
    ? dialer.connectTcp(to, request)
    : dialer.connectTls(to, { ...request, ...(ca === undefined ? {} : { ca }) })
}

/** Counted octets (RFC 6587, RFC 5425): a message may hold anything. */
async function byStream(to: SyslogAddress, message: string, parts: Leaving): Promise<void> {
  const socket = await openStream(to, parts)
  await new Promise<void>((resolve, reject) => {
    socket.once('error', reject)
    socket.once('close', resolve)
    socket.end(`${Buffer.byteLength(message)} ${message}`)
    // The other side's closing is what tells that it took all; its words are not waited for.
    socket.resume()
  })
}

async function byHttp(url: string, line: string, { way, key, timeoutMs }: Leaving): Promise<void> {
  const body = Buffer.from(line)
  const signature: Record<string, string> =
    key === null
      ? {}
      : { 'x-quarterdeck-signature': `sha256=${createHmac('sha256', key).update(body).digest('hex')}` }
  const answer = await way.dialer.stream(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...signature },
    body,
    times: { connectMs: timeoutMs, firstByteMs: timeoutMs, idleMs: timeoutMs, wholeMs: timeoutMs },
    maxBytes: 65_536,
    networks: way.networks,
    ...(way.ca === undefined ? {} : { ca: way.ca }),
  })
  await answer.body.toArray()
  if (answer.status < 200 || answer.status > 299) throw new Error(`answered ${answer.status}`)
}

/** Sends one head; rejects when it did not arrive, as far as the way can tell (UDP cannot). */
export async function sendLine(to: ShipAddress, line: string, atMs: number, parts: SendParts): Promise<void> {
  if (to.kind === 'file') return toFile(to.path, line)
  if (parts.way === null) throw new Error('there is no way out of this process')
  const leaving = { ...parts, way: parts.way }
  if (to.kind === 'http') return byHttp(to.url, line, leaving)
  const message = syslogMessage(line, atMs)
  return to.transport === 'udp' ? byUdp(to, message, leaving) : byStream(to, message, leaving)
}
