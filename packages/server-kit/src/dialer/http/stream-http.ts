import http from 'node:http'
import https from 'node:https'
import type { TLSSocket } from 'node:tls'
import type { Readable } from 'node:stream'
import { DialError } from '@qd/game-contract/adapter'
import type { Networks } from '@qd/game-contract/adapter'
import { checkUrl, portOf } from '../check-url.ts'
import type { Way } from '../connect-socket.ts'
import { asDialError } from '../dial-fault.ts'
import type { Ending, SocketTimes } from '../ending.ts'
import { guardedLookup } from '../guarded-lookup.ts'
import type { TlsTrust } from '../open-socket.ts'
import { answerBody } from './answer-body.ts'
import { bodyHeaders, sendBody } from './send-body.ts'
import type { SentBody } from './send-body.ts'

export interface HttpTimes extends SocketTimes {
  /** From the end of our request to the end of the answer's headers. */
  firstByteMs: number
}

export interface StreamRequest extends TlsTrust {
  /** Any method but CONNECT, which would make a way of its own. */
  method: string
  headers: Record<string, string>
  body?: SentBody
  networks: Networks
  times: HttpTimes
  maxBytes: number
  /** Of all headers of the answer together. */
  maxHeaderBytes?: number
  signal?: AbortSignal
}

export interface StreamAnswer {
  status: number
  /** Lower-case names. */
  headers: Readonly<Record<string, string | string[] | undefined>>
  /** Read it to its end, or destroy it. It is as it was sent: no compression is undone. */
  body: Readable
}

export interface HttpWay extends Way {
  agentFor(protocol: string, networks: Networks): http.Agent
}

const MAX_HEADER_BYTES = 16_384

function checkMethod({ method, headers }: StreamRequest): void {
  const isUpgrade = Object.keys(headers).some((name) => name.toLowerCase() === 'upgrade')
  if (method === 'CONNECT' || isUpgrade || !http.METHODS.includes(method)) {
    throw new TypeError(`${method} is no plain HTTP request`)
  }
}

/** Calls back once bytes of ours may leave: a kept connection is open already. */
function whenOpen(sent: http.ClientRequest, isSecure: boolean, done: () => void): void {
  sent.once('socket', (socket) => {
    if (sent.reusedSocket) done()
    else if (isSecure) (socket as TLSSocket).once('secureConnect', done)
    else socket.once('connect', done)
  })
}

function answerOf(sent: http.ClientRequest, asFault: (error: Error) => DialError) {
  return new Promise<http.IncomingMessage>((resolve, reject) => {
    sent.once('response', resolve)
    sent.on('error', (error) => reject(asFault(error)))
    sent.once('upgrade', (_answer, socket) => {
      socket.destroy()
      reject(new DialError('cut', 'answer is another protocol'))
    })
    // Whatever else ends a request without an answer.
    sent.once('close', () => reject(asFault(new DialError('cut', 'connection was cut'))))
  })
}

function sendHead(url: URL, request: StreamRequest, way: HttpWay): http.ClientRequest {
  const { networks, servername, ca } = request
  const send = url.protocol === 'https:' ? https.request : http.request
  return send(url, {
    method: request.method,
    headers: { ...request.headers, ...bodyHeaders(request.body) },
    maxHeaderSize: request.maxHeaderBytes ?? MAX_HEADER_BYTES,
    agent: way.agentFor(url.protocol, networks),
    lookup: guardedLookup({ networks, port: portOf(url), ownPorts: way.ownPorts }),
    signal: way.ending.signal,
    ...(servername === undefined ? {} : { servername }),
    ...(ca === undefined ? {} : { ca }),
  })
}

function startTimes(sent: http.ClientRequest, times: HttpTimes, ending: Ending): void {
  ending.after(times.wholeMs, 'timeout', 'no whole answer in time')
  let stop = () => undefined as void
  const wait = () => {
    stop = ending.after(times.firstByteMs, 'timeout', 'no answer in time')
  }
  sent.once('finish', wait)
  sent.once('response', () => {
    sent.off('finish', wait)
    stop()
  })
}

/** One HTTP request; a redirect is an answer like any other, and its target is a new way out. */
export async function streamHttp(text: string, request: StreamRequest, way: HttpWay): Promise<StreamAnswer> {
  const { ending } = way
  let sent: http.ClientRequest | undefined
  try {
    checkMethod(request)
    const url = checkUrl(text, request.networks, ['http:', 'https:'], way.ownPorts)
    if (ending.fault !== undefined) throw ending.fault
    let isConnected = false
    const asFault = (error: Error) => ending.fault ?? asDialError(error, isConnected)
    const call = sendHead(url, request, way)
    sent = call
    const isOpen = ending.after(request.times.connectMs, 'unreachable', 'no connection in time')
    whenOpen(call, url.protocol === 'https:', () => {
      isConnected = true
      isOpen()
    })
    startTimes(call, request.times, ending)
    const answered = answerOf(call, asFault)
    void sendBody(call, request.body, { ending, idleMs: request.times.idleMs })
    const answer = await answered
    const body = answerBody(answer, {
      maxBytes: request.maxBytes,
      idleMs: request.times.idleMs,
      ending,
      asFault,
      onClose() {
        // An answer before the end of the request: nobody wants the rest.
        if (!call.writableFinished) call.destroy()
        ending.release()
      },
    })
    return { status: answer.statusCode ?? 0, headers: answer.headers, body }
  } catch (error) {
    sent?.destroy()
    ending.release()
    throw error
  }
}
