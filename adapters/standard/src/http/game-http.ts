import { randomBytes } from 'node:crypto'
import { DEFAULT_LANGUAGE } from '@qd/i18n'
import { GAME_CALLS, toldIn } from '@qd/game-contract'
import type { GameCallName, GameCallReply } from '@qd/game-contract'
import { DialError, GameError, targetKey } from '@qd/game-contract/adapter'
import type { Asker, DialAnswer, Dialer, GameServerTarget } from '@qd/game-contract/adapter'
import { IDEMPOTENCY_HEADER, LANGUAGE_HEADER, sha256Hex, signRequest } from '@qd/game-contract/signing'
import { PROTOCOL_LIMITS } from '@qd/protocol-model'
import type { LeftOut } from '@qd/protocol-model'
import { gameErrorOf } from './dial-failure.ts'
import { readAnswer } from './read-answer.ts'
import { ServerGate } from './server-gate.ts'
import type { GateLimits } from './server-gate.ts'
import { wrongAnswerError } from './wrong-answer.ts'

export interface GameHttpOptions {
  dialer: Dialer
  now: () => number
  gate: GateLimits
  readTimeoutMs: number
  writeTimeoutMs: number
  maxAnswerBytes: number
  /** For whom calls are made now. */
  asker: () => Asker
  /** Told of each write before it is sent; one it rejects is not sent. */
  onWrite?: ((target: GameServerTarget, write: OutgoingWrite) => Promise<void>) | undefined
}

/** A write as it goes out. */
export interface OutgoingWrite {
  idempotencyKey: string
  method: string
  /** As it is signed: without query, with the prefix of the server's address. */
  path: string
  bodySha256: string
}

export interface GameRequest {
  query?: Record<string, string>
  body?: unknown
  idempotencyKey?: string
  signal?: AbortSignal
  /** Told what the answer holds under names that are not carried, when it does. */
  onLeftOut?: (places: LeftOut[]) => void
  /** For whom, where it is not who asks now. */
  asker?: Asker
  /** A call that may change something, said to change nothing this once. */
  isDry?: boolean
}

/** Definitions have a limit of their own; the envelope around them gets a little room. */
const DEFINITION_BYTES = PROTOCOL_LIMITS.maxTextBytes + 4096
const ANSWER_LIMITS: Partial<Record<GameCallName, number>> = {
  protocol: DEFINITION_BYTES,
  proto: DEFINITION_BYTES,
}

function urlOf(target: GameServerTarget, path: string, query: Record<string, string> = {}): string {
  const url = URL.parse(target.apiUrl)
  if (!url)
    throw new GameError({ kind: 'down', msg: 'the server record has no usable apiUrl', retryable: false })
  url.pathname = url.pathname.replace(/\/+$/, '') + path
  url.search = new URLSearchParams(query).toString()
  url.hash = ''
  return url.href
}

/**
 * After a skew the game has refused before acting, so a new nonce and time are safe even for a write. A read is also
 * repeated when a kept connection turned out to be closed.
 */
function mayTryAgain(error: unknown): boolean {
  if (!(error instanceof GameError)) return false
  if (error.kind === 'clock_skew') return true
  return error.kind === 'down' && error.cause instanceof DialError && error.cause.fault === 'cut'
}

const hasEffect = (name: GameCallName, { isDry }: GameRequest): boolean =>
  GAME_CALLS[name].isWrite && isDry !== true

/** Signed calls to game servers: each within its server's gate, answers verified and checked by schema. */
export class GameHttp {
  readonly #options: GameHttpOptions
  readonly #gates = new Map<string, ServerGate>()

  constructor(options: GameHttpOptions) {
    this.#options = options
  }

  async call<Name extends GameCallName>(
    target: GameServerTarget,
    name: Name,
    request: GameRequest = {},
  ): Promise<GameCallReply<Name>> {
    const asker = request.asker ?? this.#options.asker()
    const { language } = asker
    const data = await this.#gateOf(target).run({
      asker,
      hasEffect: hasEffect(name, request),
      signal: request.signal,
      send: (signal) => this.#withRetry(target, name, { ...request, asker, signal }),
    })
    const reply = GAME_CALLS[name].reply.safeParse(toldIn(name, data, language ?? DEFAULT_LANGUAGE))
    if (reply.success) return reply.data as GameCallReply<Name>
    throw wrongAnswerError(GAME_CALLS[name].path, reply.error, data)
  }

  #gateOf(target: GameServerTarget): ServerGate {
    // With the address in the key, a corrected record does not wait for the breaker of the wrong one.
    const key = `${targetKey(target)} ${target.apiUrl}`
    const gate = this.#gates.get(key) ?? new ServerGate(this.#options.gate, this.#options.now)
    this.#gates.set(key, gate)
    return gate
  }

  async #withRetry(target: GameServerTarget, name: GameCallName, request: GameRequest): Promise<unknown> {
    try {
      return await this.#once(target, name, request)
    } catch (error) {
      if (mayTryAgain(error)) return await this.#once(target, name, request)
      throw error
    }
  }

  async #once(target: GameServerTarget, name: GameCallName, request: GameRequest): Promise<unknown> {
    const { method, path, isWrite } = GAME_CALLS[name]
    const language = request.asker?.language
    const url = urlOf(target, path, request.query)
    const body = method === 'POST' ? Buffer.from(JSON.stringify(request.body ?? {})) : undefined
    const nonce = randomBytes(16).toString('hex')
    const signed = signRequest({
      method,
      url,
      body: body ?? '',
      serverId: target.serverId,
      keyId: target.keyId,
      hashKey: target.hashKey,
      tsMs: this.#options.now(),
      nonce,
    })
    await this.#tellOfWrite(target, name, { url, body, request })
    let answer: DialAnswer
    try {
      answer = await this.#options.dialer.fetch(url, {
        method,
        headers: {
          accept: 'application/json',
          'accept-encoding': 'identity',
          ...signed,
          ...(body ? { 'content-type': 'application/json' } : {}),
          ...(language === undefined ? {} : { [LANGUAGE_HEADER]: language }),
          ...(request.idempotencyKey === undefined ? {} : { [IDEMPOTENCY_HEADER]: request.idempotencyKey }),
        },
        body,
        timeoutMs: isWrite ? this.#options.writeTimeoutMs : this.#options.readTimeoutMs,
        maxBytes: Math.min(this.#options.maxAnswerBytes, ANSWER_LIMITS[name] ?? Infinity),
        networks: target.networks,
        signal: request.signal,
      })
    } catch (error) {
      throw gameErrorOf(error, { hasEffect: hasEffect(name, request), signal: request.signal })
    }
    const { data, leftOut } = readAnswer(answer, { call: path, nonce, hashKey: target.hashKey, language })
    if (leftOut.length > 0) request.onLeftOut?.(leftOut)
    return data
  }

  /** Before it is sent: a game may ask the console about it before its answer is here. */
  async #tellOfWrite(
    target: GameServerTarget,
    name: GameCallName,
    { url, body, request }: { url: string; body: Buffer | undefined; request: GameRequest },
  ): Promise<void> {
    const { method, isWrite } = GAME_CALLS[name]
    const { idempotencyKey } = request
    if (!isWrite || idempotencyKey === undefined) return
    const path = new URL(url).pathname
    await this.#options.onWrite?.(target, { idempotencyKey, method, path, bodySha256: sha256Hex(body ?? '') })
  }
}
