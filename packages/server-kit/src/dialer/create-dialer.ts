import http from 'node:http'
import https from 'node:https'
import { isIP } from 'node:net'
import { DialError } from '@qd/game-contract/adapter'
import type { DialAnswer, Dialer, DialRequest, DialSocketRequest } from '@qd/game-contract/adapter'
import { WebSocket } from 'ws'
import { isAddressAllowed } from './check-address.ts'
import { guardedLookup } from './guarded-lookup.ts'

export interface DialerOptions {
  /** Ports the console itself listens on; never dialled on loopback. */
  ownPorts(): readonly number[]
}

const PORTS: Record<string, number> = { 'http:': 80, 'ws:': 80, 'https:': 443, 'wss:': 443 }

function checkUrl(
  text: string,
  allowLoopback: boolean,
  protocols: readonly string[],
  options: DialerOptions,
): URL {
  const url = URL.parse(text)
  if (url === null || !protocols.includes(url.protocol)) {
    throw new DialError('refused_address', 'address is not an allowed URL')
  }
  if (url.username !== '' || url.password !== '') {
    throw new DialError('refused_address', 'address carries user information')
  }
  const host = url.hostname.replace(/^\[|\]$/g, '').replace(/\.$/, '')
  if (isIP(host) !== 0 && !isAddressAllowed(host, allowLoopback)) {
    throw new DialError('refused_address', `address ${host} is not allowed`)
  }
  if (/(^|\.)localhost$/i.test(host) && !allowLoopback) {
    throw new DialError('refused_address', 'localhost is not allowed')
  }
  const port = url.port === '' ? PORTS[url.protocol]! : Number(url.port)
  if (options.ownPorts().includes(port) && allowLoopback && (isIP(host) !== 0 || host === 'localhost')) {
    throw new DialError('refused_address', 'address is the console itself')
  }
  return url
}

function asDialError(error: Error): DialError {
  if (error instanceof DialError) return error
  const { code, name } = error as NodeJS.ErrnoException
  if (name === 'TimeoutError') return new DialError('timeout', 'no answer in time', { cause: error })
  if (name === 'AbortError' || code === 'ABORT_ERR')
    return new DialError('aborted', 'call was given up', { cause: error })
  if (code === 'ECONNRESET' || code === 'EPIPE' || code === 'HPE_INVALID_CONSTANT') {
    return new DialError('cut', 'connection was cut', { cause: error })
  }
  return new DialError('unreachable', `cannot connect (${code ?? name})`, { cause: error })
}

function deadlineOf(request: { timeoutMs: number; signal?: AbortSignal }): AbortSignal {
  const timeout = AbortSignal.timeout(request.timeoutMs)
  return request.signal === undefined ? timeout : AbortSignal.any([timeout, request.signal])
}

/** An abort arrives as AbortError whatever its reason; the signal knows which it was. */
function faultOf(error: Error, signal: AbortSignal): DialError {
  return signal.aborted && signal.reason instanceof Error ? asDialError(signal.reason) : asDialError(error)
}

function readAnswer(
  answer: http.IncomingMessage,
  maxBytes: number,
  signal: AbortSignal,
): Promise<DialAnswer> {
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = []
    let bytes = 0
    answer.on('data', (chunk: Buffer) => {
      bytes += chunk.length
      if (bytes > maxBytes) {
        reject(new DialError('too_large', `answer is larger than ${maxBytes} bytes`))
        answer.destroy()
      } else chunks.push(chunk)
    })
    answer.on('end', () => {
      if (!answer.complete) return reject(new DialError('cut', 'answer ended early'))
      resolve({ status: answer.statusCode ?? 0, headers: answer.headers, body: Buffer.concat(chunks) })
    })
    answer.on('aborted', () => reject(faultOf(new DialError('cut', 'answer was cut'), signal)))
    answer.on('error', (error) => reject(faultOf(error, signal)))
  })
}

/** The one way out of the process: checked addresses, no redirects, byte caps and deadlines (T1, T30). */
export function createDialer(options: DialerOptions): Dialer & { close(): void } {
  const agents = new Map<string, http.Agent>()
  const agentFor = (protocol: string, allowLoopback: boolean) => {
    const name = `${protocol}${allowLoopback}`
    let agent = agents.get(name)
    if (agent === undefined) {
      const settings = { keepAlive: true, maxSockets: 64, maxFreeSockets: 8, timeout: 60_000 }
      agent = protocol === 'https:' ? new https.Agent(settings) : new http.Agent(settings)
      agents.set(name, agent)
    }
    return agent
  }
  return {
    fetch(text: string, request: DialRequest): Promise<DialAnswer> {
      return new Promise((resolve, reject) => {
        const url = checkUrl(text, request.allowLoopback, ['http:', 'https:'], options)
        const signal = deadlineOf(request)
        const send = url.protocol === 'https:' ? https.request : http.request
        const sent = send(url, {
          method: request.method,
          headers: {
            ...request.headers,
            ...(request.body ? { 'content-length': String(request.body.byteLength) } : {}),
          },
          agent: agentFor(url.protocol, request.allowLoopback),
          lookup: guardedLookup(request.allowLoopback),
          signal,
        })
        sent.on('error', (error) => reject(faultOf(error, signal)))
        sent.on('response', (answer) => {
          readAnswer(answer, request.maxBytes, signal).then(resolve, reject)
        })
        sent.end(request.body)
      })
    },
    webSocket(text: string, request: DialSocketRequest): Promise<WebSocket> {
      return new Promise((resolve, reject) => {
        const url = checkUrl(text, request.allowLoopback, ['ws:', 'wss:'], options)
        const signal = deadlineOf(request)
        const socket = new WebSocket(url, {
          followRedirects: false,
          perMessageDeflate: false,
          maxPayload: request.maxPayloadBytes,
          handshakeTimeout: request.timeoutMs,
          lookup: guardedLookup(request.allowLoopback),
        })
        socket.binaryType = 'nodebuffer'
        const giveUp = () => socket.terminate()
        signal.addEventListener('abort', giveUp, { once: true })
        const fail = (error: Error) => {
          signal.removeEventListener('abort', giveUp)
          reject(faultOf(error, signal))
        }
        socket.once('error', fail)
        socket.once('open', () => {
          signal.removeEventListener('abort', giveUp)
          socket.off('error', fail)
          resolve(socket)
        })
      })
    },
    close() {
      for (const agent of agents.values()) agent.destroy()
    },
  }
}
