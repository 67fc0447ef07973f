import { randomBytes } from 'node:crypto'
import { readFileSync } from 'node:fs'
import type { RequestOptions } from 'node:https'
import { OPEN_CALLS } from '@qd/game-contract/open'
import type { OpenCallName, OpenCallReply, OpenCallRequest } from '@qd/game-contract/open'
import { SIGN_HEADER, headerOf, openKeyOf, signOpenRequest, verifyResponse } from '@qd/game-contract/signing'
import type { OpenKey } from '@qd/game-contract/signing'

/** As in `game-server.ts` of the server folder: an import would load more than is used. */
const { request: httpRequest } = process.getBuiltinModule('node:http')

/** Where a console is. */
export interface ConsoleAt {
  url: string
  /** The file of its certificate, where it speaks TLS itself. */
  certFile?: string | undefined
}

export interface ConsoleClientOptions extends OpenKey {
  /** The calling server, `game/platform/sId`. */
  from: string
  /** Real time, ms. */
  now: () => number
}

interface RawAnswer {
  status: number
  signature: string | null
  body: Buffer
}

const DEADLINE_MS = 5_000

/** A proper no of the console. */
export class ConsoleRefusal extends Error {
  readonly status: number

  constructor(status: number, msg: string) {
    super(`the console refused: ${msg}`)
    this.name = 'ConsoleRefusal'
    this.status = status
  }
}

/** Calls of a game server to its console; only signed answers count. */
export class ConsoleClient {
  readonly #options: ConsoleClientOptions
  readonly #listeners = new Set<() => void>()
  #at: ConsoleAt | null = null

  constructor(options: ConsoleClientOptions) {
    this.#options = options
  }

  /** Where the console is; null until somebody says so. */
  get url(): string | null {
    return this.#at?.url ?? null
  }

  callAt(at: ConsoleAt): void {
    this.#at = at
    for (const listener of this.#listeners) listener()
  }

  /** Calls back when the console becomes known. */
  onKnown(listener: () => void): void {
    this.#listeners.add(listener)
  }

  async call<Name extends OpenCallName>(
    name: Name,
    input: OpenCallRequest<Name>,
  ): Promise<OpenCallReply<Name>> {
    if (this.url === null) throw new Error('no console is known')
    const { method, path, reply } = OPEN_CALLS[name]
    const { keyId, hashKey, from, now } = this.#options
    const body = method === 'POST' ? JSON.stringify(input) : ''
    const nonce = randomBytes(16).toString('hex')
    const headers = signOpenRequest({ method, url: path, body, from, keyId, hashKey, tsMs: now(), nonce })
    const certFile = this.#at?.certFile
    const answer = await send(this.url + path, { method, headers, body, certFile })
    const { status } = answer
    const isProven = verifyResponse(
      { status, body: answer.body, nonce, hashKey: openKeyOf(hashKey) },
      answer.signature,
    )
    if (!isProven) throw new Error(`the console's answer (${status}) is not signed`)
    const envelope = JSON.parse(answer.body.toString('utf8')) as {
      status: number
      msg: string
      data: unknown
    }
    if (envelope.status !== 0) throw new ConsoleRefusal(status, envelope.msg)
    return reply.parse(envelope.data) as OpenCallReply<Name>
  }
}

/**
 * Trusts this certificate and no other, whoever signed it. It is for the console's public name, which is not the one it
 * is called by here, on the same machine; a renewed one is read at the next call.
 */
function trusting(certFile: string | undefined): RequestOptions {
  if (certFile === undefined) return {}
  return {
    ca: readFileSync(certFile),
    allowPartialTrustChain: true,
    checkServerIdentity: () => undefined,
  } as RequestOptions
}

interface ToSend {
  method: string
  headers: Record<string, string>
  body: string
  certFile: string | undefined
}

async function send(url: string, { method, headers, body, certFile }: ToSend): Promise<RawAnswer> {
  const { promise, resolve, reject } = Promise.withResolvers<RawAnswer>()
  const type = body === '' ? {} : { 'content-type': 'application/json' }
  const length = { 'content-length': String(Buffer.byteLength(body)) }
  const isSecure = url.startsWith('https:')
  const request = isSecure ? process.getBuiltinModule('node:https').request : httpRequest
  const asked = request(url, {
    ...trusting(certFile),
    method,
    headers: { ...headers, ...type, ...length },
    timeout: DEADLINE_MS,
  })
  asked.on('timeout', () => asked.destroy(new Error('the console does not answer')))
  asked.on('error', reject)
  asked.on('response', (response) => {
    const pieces: Buffer[] = []
    response.on('data', (piece: Buffer) => pieces.push(piece))
    response.on('error', reject)
    response.on('end', () =>
      resolve({
        status: response.statusCode ?? 0,
        signature: headerOf(response.headers, SIGN_HEADER),
        body: Buffer.concat(pieces),
      }),
    )
  })
  asked.end(body)
  return promise
}
