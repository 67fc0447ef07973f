import { createHmac } from 'node:crypto'
import dgram from 'node:dgram'
import { open } from 'node:fs/promises'
import net from 'node:net'
import { hostname } from 'node:os'
import type { Dialer } from '@qd/game-contract/adapter'
import type { ShipAddress } from './ship-address.ts'

export interface SendParts {
  dialer: Pick<Dialer, 'fetch'> | null
  /** Signs what goes over HTTP. */
  key: Buffer | null
  timeoutMs: number
}

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

function byUdp(host: string, port: number, message: string): Promise<void> {
  const socket = dgram.createSocket(host.includes(':') ? 'udp6' : 'udp4')
  return new Promise<void>((resolve, reject) => {
    socket.once('error', reject)
    socket.send(message, port, host, (error) => (error === null ? resolve() : reject(error)))
  }).finally(() => socket.close())
}

/** Counted octets (RFC 6587): a message may hold anything. */
function byTcp(host: string, port: number, message: string, timeoutMs: number): Promise<void> {
  return new Promise<void>((resolve, reject) => {
    const socket = net.connect({ host, port, timeout: timeoutMs })
    socket.once('timeout', () => socket.destroy(new Error('no answer in time')))
    socket.once('error', reject)
    socket.once('close', (hadError) => (hadError ? undefined : resolve()))
    socket.end(`${Buffer.byteLength(message)} ${message}`)
    // The other side's closing is what tells that it took all; its words are not waited for.
    socket.resume()
  })
}

async function byHttp(url: string, line: string, parts: SendParts): Promise<void> {
  if (parts.dialer === null) throw new Error('there is no way out of this process')
  const body = Buffer.from(line)
  const signature: Record<string, string> =
    parts.key === null
      ? {}
      : { 'x-quarterdeck-signature': `sha256=${createHmac('sha256', parts.key).update(body).digest('hex')}` }
  const answer = await parts.dialer.fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...signature },
    body,
    timeoutMs: parts.timeoutMs,
    maxBytes: 65_536,
    // The address comes from whoever runs the console, not from its users.
    allowLoopback: true,
    allowPrivate: true,
  })
  if (answer.status < 200 || answer.status > 299) throw new Error(`answered ${answer.status}`)
}

/** Sends one head; rejects when it did not arrive, as far as the way can tell (UDP cannot). */
export function sendLine(to: ShipAddress, line: string, atMs: number, parts: SendParts): Promise<void> {
  if (to.kind === 'file') return toFile(to.path, line)
  if (to.kind === 'http') return byHttp(to.url, line, parts)
  const message = syslogMessage(line, atMs)
  return to.transport === 'udp'
    ? byUdp(to.host, to.port, message)
    : byTcp(to.host, to.port, message, parts.timeoutMs)
}
