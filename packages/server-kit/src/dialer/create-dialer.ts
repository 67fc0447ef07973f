import http from 'node:http'
import https from 'node:https'
import { DialError } from '@qd/game-contract/adapter'
import type { DialAnswer, Dialer, DialRequest, DialSocketRequest } from '@qd/game-contract/adapter'
import { WebSocket } from 'ws'
import type { AddressRule } from './check-address.ts'
import { checkUrl, portOf } from './check-url.ts'
import { guardedLookup } from './guarded-lookup.ts'
import { probeAddress } from './probe-address.ts'
import type { AddressProbe, ProbeRequest } from './probe-address.ts'

export interface DialerOptions {
  /** Ports the console itself listens on; never dialled on an address of this machine, however it is named. */
  ownPorts(): readonly number[]
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

/** An abort arrives as AbortError whatever its reason; the signals know whose it was: only our own is a time-out. */
function faultOf(error: Error, signal: AbortSignal, given: AbortSignal | undefined): DialError {
  if (given?.aborted === true) return new DialError('aborted', 'call was given up', { cause: error })
  return signal.aborted && signal.reason instanceof Error ? asDialError(signal.reason) : asDialError(error)
}

function readAnswer(
  answer: http.IncomingMessage,
  maxBytes: number,
  asFault: (error: Error) => DialError,
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
    answer.on('aborted', () => reject(asFault(new DialError('cut', 'answer was cut'))))
    answer.on('error', (error) => reject(asFault(error)))
  })
}

/** The dialer with what an administrator needs to find out why a server is out of reach. */
export interface GuardedDialer extends Dialer {
  /** Goes the way to an address step by step and says how far it came; sends nothing. */
  probe(url: string, request: ProbeRequest): Promise<AddressProbe>
  close(): void
}

/** The one way out of the process: checked addresses, no redirects, byte caps and deadlines (T1, T30). */
export function createDialer(options: DialerOptions): GuardedDialer {
  const agents = new Map<string, http.Agent>()
  const agentFor = (protocol: string, rule: AddressRule) => {
    const name = `${protocol}${rule.allowLoopback}${rule.allowPrivate === true}`
    let agent = agents.get(name)
    if (agent === undefined) {
      // No bound by address: servers may share one behind a proxy, and each has its own bound before it gets here.
      const settings = { keepAlive: true, maxFreeSockets: 8, timeout: 60_000 }
      agent = protocol === 'https:' ? new https.Agent(settings) : new http.Agent(settings)
      agents.set(name, agent)
    }
    return agent
  }
  return {
    fetch(text: string, request: DialRequest): Promise<DialAnswer> {
      return new Promise((resolve, reject) => {
        const ownPorts = options.ownPorts()
        const url = checkUrl(text, request, ['http:', 'https:'], ownPorts)
        const signal = deadlineOf(request)
        const asFault = (error: Error) => faultOf(error, signal, request.signal)
        const send = url.protocol === 'https:' ? https.request : http.request
        const sent = send(url, {
          method: request.method,
          headers: {
            ...request.headers,
            ...(request.body ? { 'content-length': String(request.body.byteLength) } : {}),
          },
          agent: agentFor(url.protocol, request),
          lookup: guardedLookup({ rule: request, port: portOf(url), ownPorts }),
          signal,
        })
        sent.on('error', (error) => reject(asFault(error)))
        sent.on('response', (answer) => {
          readAnswer(answer, request.maxBytes, asFault).then(resolve, reject)
        })
        sent.end(request.body)
      })
    },
    webSocket(text: string, request: DialSocketRequest): Promise<WebSocket> {
      return new Promise((resolve, reject) => {
        const ownPorts = options.ownPorts()
        const url = checkUrl(text, request, ['ws:', 'wss:'], ownPorts)
        const signal = deadlineOf(request)
        const socket = new WebSocket(url, {
          followRedirects: false,
          perMessageDeflate: false,
          maxPayload: request.maxPayloadBytes,
          handshakeTimeout: request.timeoutMs,
          lookup: guardedLookup({ rule: request, port: portOf(url), ownPorts }),
        })
        socket.binaryType = 'nodebuffer'
        const giveUp = () => socket.terminate()
        signal.addEventListener('abort', giveUp, { once: true })
        const fail = (error: Error) => {
          signal.removeEventListener('abort', giveUp)
          reject(faultOf(error, signal, request.signal))
        }
        socket.once('error', fail)
        socket.once('open', () => {
          signal.removeEventListener('abort', giveUp)
          socket.off('error', fail)
          resolve(socket)
        })
      })
    },
    probe: (url, request) => probeAddress(url, request, options.ownPorts()),
    close() {
      for (const agent of agents.values()) agent.destroy()
    },
  }
}
