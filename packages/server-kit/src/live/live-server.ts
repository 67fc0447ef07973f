import type { IncomingMessage, Server } from 'node:http'
import type { Duplex } from 'node:stream'
import proxyAddr from '@fastify/proxy-addr'
import { WebSocketServer } from 'ws'
import type { FastifyBaseLogger } from 'fastify'
import { AppError, coreErrors } from '@qd/contract-kit'
import { languageOf } from '@qd/i18n'
import { ANSWER_HEADER_LINES } from '../app/answer-headers.ts'
import { createHostRule } from '../hosts/host-rule.ts'
import type { HostRule } from '../hosts/host-rule.ts'
import type { ScopePort, SessionPort } from '../ports/index.ts'
import { failureOf } from '../serve/envelope.ts'
import type { Texts } from '../texts/texts.ts'
import { FRAME, LiveConnection } from './live-connection.ts'
import type { ServedChannel } from './serve-channel.ts'

export interface LiveOptions {
  channels: readonly ServedChannel[]
  session: SessionPort
  scope: ScopePort
  texts: Texts
  logger: FastifyBaseLogger
  /** As for calls. */
  caughtUp?: () => void | Promise<void>
  /** As for calls: which hosts an upgrade may name; by default those of loopback. */
  isKnownHost?: HostRule
  /** Origins beside the one a request's `Host` names, exact. */
  allowedOrigins?: readonly string[]
  /** As for calls: addresses of proxies whose forwarded headers count; none by default. */
  trustedProxies?: readonly string[]
}

const MAX_UNPROVEN_PER_ADDRESS = 32
const PING_EVERY_MS = 30_000

/** The `Origin` must be the console itself (host and port of a known `Host`) or one an administrator named. */
function isOwnOrigin(request: IncomingMessage, allowed: readonly string[]): boolean {
  const { origin, host } = request.headers
  // Programs send no Origin; they still need a ticket, which only a session can fetch.
  if (origin === undefined) return true
  if (allowed.includes(origin)) return true
  return URL.parse(origin)?.host === host
}

function isLiveUpgrade({ url = '', headers }: IncomingMessage): boolean {
  return url.split('?')[0] === '/live' && headers.upgrade?.toLowerCase() === 'websocket'
}

/** The `/live` door: ticket first, then declared channels only. */
export function attachLive(server: Server, options: LiveOptions): { close(): void; size(): number } {
  const sockets = new WebSocketServer({
    noServer: true,
    perMessageDeflate: false,
    maxPayload: FRAME.bytes,
  })
  const channels = new Map(options.channels.map((served) => [served.channel.name, served]))
  const open = new Set<LiveConnection>()
  const unproven = new Map<string, number>()
  const isTrusted = proxyAddr.compile([...(options.trustedProxies ?? [])])

  const count = (address: string, step: number) => {
    const next = (unproven.get(address) ?? 0) + step
    if (next > 0) unproven.set(address, next)
    else unproven.delete(address)
    return next
  }
  const isKnownHost = options.isKnownHost ?? createHostRule()
  const refuse = (socket: Duplex, status: string, body = '') => {
    // An upgraded socket may stay half open as long as the other side likes.
    socket.once('finish', () => socket.destroy())
    const type = body === '' ? '' : `${ANSWER_HEADER_LINES.join('\r\n')}\r\n`
    const length = `content-length: ${Buffer.byteLength(body)}\r\n`
    socket.end(`HTTP/1.1 ${status}\r\n${type}${length}connection: close\r\n\r\n${body}`)
  }
  const misdirected = ({ headers }: IncomingMessage) =>
    JSON.stringify(
      failureOf(new AppError(coreErrors.host_unknown), options.texts, languageOf(headers['lang']), 'live'),
    )

  const onUpgrade = (request: IncomingMessage, socket: Duplex, head: Buffer) => {
    // Node takes its own listener off an upgraded socket: a reset by the other side would end the process.
    socket.on('error', () => socket.destroy())
    if (!isKnownHost(request)) return refuse(socket, '421 Misdirected Request', misdirected(request))
    if (!isOwnOrigin(request, options.allowedOrigins ?? [])) return refuse(socket, '403 Forbidden')
    const address = proxyAddr(request, isTrusted)
    if (count(address, 1) > MAX_UNPROVEN_PER_ADDRESS) {
      count(address, -1)
      return refuse(socket, '429 Too Many Requests')
    }
    let isCounted = true
    const release = () => {
      if (isCounted) count(address, -1)
      isCounted = false
    }
    // Not the WebSocket's close: a handshake that fails never has one.
    socket.once('close', release)
    sockets.handleUpgrade(request, socket, head, (ws) => {
      const connection = new LiveConnection(ws, channels, options, { address, onProven: release })
      open.add(connection)
      ws.once('close', () => open.delete(connection))
    })
  }
  // A client that offers another protocol (h2c, say) is answered as if it had not.
  Object.assign(server, { shouldUpgradeCallback: isLiveUpgrade })
  server.on('upgrade', onUpgrade)
  const pings = setInterval(() => {
    for (const connection of open) connection.ping()
  }, PING_EVERY_MS)
  pings.unref()
  return {
    size: () => open.size,
    close() {
      clearInterval(pings)
      server.off('upgrade', onUpgrade)
      for (const connection of open) connection.end(1001, 'shutdown')
      sockets.close()
    },
  }
}
