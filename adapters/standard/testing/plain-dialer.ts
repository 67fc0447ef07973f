import http from 'node:http'
import { DialError } from '@qd/game-contract/adapter'
import type { DialAnswer, Dialer, DialRequest, DialSocketRequest } from '@qd/game-contract/adapter'
import { WebSocket } from 'ws'

function dialErrorOf(error: NodeJS.ErrnoException, signal: AbortSignal): DialError {
  if (error instanceof DialError) return error
  if (signal.aborted) {
    const isTimeout = (signal.reason as Error | undefined)?.name === 'TimeoutError'
    return new DialError(isTimeout ? 'timeout' : 'aborted', 'given up', { cause: error })
  }
  const isCut = error.code === 'ECONNRESET' || error.code === 'EPIPE' || error.code?.startsWith('HPE_')
  return new DialError(isCut ? 'cut' : 'unreachable', error.message, { cause: error })
}

function deadlineOf(request: { timeoutMs: number; signal?: AbortSignal }): AbortSignal {
  const timeout = AbortSignal.timeout(request.timeoutMs)
  return request.signal ? AbortSignal.any([timeout, request.signal]) : timeout
}

async function readBody(answer: http.IncomingMessage, maxBytes: number): Promise<Buffer> {
  const chunks: Buffer[] = []
  let bytes = 0
  for await (const chunk of answer) {
    bytes += (chunk as Buffer).length
    if (bytes > maxBytes) throw new DialError('too_large', `more than ${maxBytes} bytes`)
    chunks.push(chunk as Buffer)
  }
  return Buffer.concat(chunks)
}

function fetchPlain(url: string, request: DialRequest): Promise<DialAnswer> {
  const signal = deadlineOf(request)
  return new Promise((resolve, reject) => {
    const fail = (error: Error) => reject(dialErrorOf(error, signal))
    const sent = http.request(url, { method: request.method, headers: request.headers, agent: false, signal })
    sent.on('error', fail)
    sent.on('response', (answer) => {
      readBody(answer, request.maxBytes)
        .then((body) => resolve({ status: answer.statusCode ?? 0, headers: answer.headers, body }))
        .catch(fail)
    })
    sent.end(request.body)
  })
}

function openPlain(url: string, request: DialSocketRequest): Promise<WebSocket> {
  const signal = deadlineOf(request)
  return new Promise((resolve, reject) => {
    const socket = new WebSocket(url, { maxPayload: request.maxPayloadBytes, perMessageDeflate: false })
    const fail = (error: Error) => reject(dialErrorOf(error, signal))
    const giveUp = () => socket.terminate()
    signal.addEventListener('abort', giveUp, { once: true })
    socket.once('error', fail)
    socket.once('open', () => {
      signal.removeEventListener('abort', giveUp)
      socket.off('error', fail)
      resolve(socket)
    })
  })
}

/** A dialer without an address guard, for tests that only ever reach their own loopback servers. */
export function plainDialer(): Dialer {
  return { fetch: fetchPlain, webSocket: openPlain }
}
