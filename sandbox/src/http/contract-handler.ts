import { randomUUID } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { GAME_CALLS } from '@qd/game-contract'
import type { GameCallName } from '@qd/game-contract'
import {
  IDEMPOTENCY_HEADER,
  LANGUAGE_HEADER,
  NONCE_HEADER,
  NonceMemory,
  SIGN_HEADER,
  headerOf,
  signResponse,
  verifyRequest,
} from '@qd/game-contract/signing'
import { GameFailure } from '../game/game-failure.ts'
import type { Game } from '../game/game.ts'
import { checkGenuine } from '../console/check-genuine.ts'
import type { ConsoleClient } from '../console/console-client.ts'
import { languageOf } from '@qd/i18n'
import type { Language } from '@qd/i18n'
import { say } from '../texts/say.ts'
import { CALL_HANDLERS } from './call-handlers.ts'
import { runOnce } from './idempotency.ts'
import { readBody } from './read-body.ts'
import { failureAnswer, successAnswer } from './reply.ts'
import type { Answer } from './reply.ts'

/** What a console proves itself with, and what the server signs with. */
export interface ServerKey {
  serverId: string
  keyId: string
  hashKey: string
}

interface Incoming {
  request: IncomingMessage
  body: Buffer
  requestId: string
  language: Language
}

const NONCE_HEX = /^[0-9a-f]{32}$/

function callOf(method: string, path: string): GameCallName | null {
  const names = Object.keys(GAME_CALLS) as GameCallName[]
  return names.find((name) => GAME_CALLS[name].method === method && GAME_CALLS[name].path === path) ?? null
}

function jsonOf(body: Buffer): unknown {
  try {
    return JSON.parse(body.toString('utf8'))
  } catch (error) {
    const reason = error instanceof Error ? error.message : ''
    throw new GameFailure(2004, say('请求正文不是 JSON：{reason}', { reason }))
  }
}

/** Answers the contract's calls; only a request with a good signature reaches the game. */
export class ContractHandler {
  readonly #game: Game
  readonly #key: ServerKey
  readonly #nonces = new NonceMemory()
  /** Whom to ask whether a write is genuine. */
  readonly #console: ConsoleClient | null

  constructor(game: Game, key: ServerKey, console: ConsoleClient | null = null) {
    this.#game = game
    this.#key = key
    this.#console = console
  }

  async handle(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const requestId = randomUUID()
    const language = languageOf(headerOf(request.headers, LANGUAGE_HEADER))
    const body = await readBody(request)
    if (body === null) {
      const tooLarge = new GameFailure(2005, say('请求正文过大'), { httpStatus: 413 })
      this.#send(request, response, failureAnswer(tooLarge, requestId, language))
      return
    }
    this.#send(request, response, await this.#answer({ request, body, requestId, language }))
  }

  async #answer(incoming: Incoming): Promise<Answer> {
    const { requestId, language } = incoming
    try {
      return await this.#answerSigned(incoming)
    } catch (error) {
      if (error instanceof GameFailure) return failureAnswer(error, requestId, language)
      const reason = error instanceof Error ? (error.stack ?? error.message) : String(error)
      this.#game.log.write('error', 'http.failed', { requestId, reason })
      return failureAnswer(new GameFailure(5001, say('服务器内部错误')), requestId, language)
    }
  }

  async #answerSigned(incoming: Incoming): Promise<Answer> {
    const { request, body } = incoming
    const url = request.url ?? '/'
    const verified = verifyRequest({
      method: request.method ?? '',
      url,
      body,
      serverId: this.#key.serverId,
      headers: request.headers,
      hashKeyOf: (keyId) => (keyId === this.#key.keyId ? this.#key.hashKey : null),
      nowMs: this.#game.clock.realMs(),
      nonces: this.#nonces,
    })
    if (!verified.ok) throw new GameFailure(verified.code, verified.reason)
    const { pathname, searchParams } = new URL(url, 'http://game.invalid')
    const name = callOf(request.method ?? '', pathname)
    if (name === null)
      throw new GameFailure(3001, say('没有接口 {call}', { call: `${request.method} ${pathname}` }))
    const call = GAME_CALLS[name]
    const input = call.method === 'GET' ? Object.fromEntries(searchParams) : jsonOf(body)
    const run = (): Answer => this.#run(name, input, incoming)
    if (!call.isWrite) return run()
    await checkGenuine(this.#console, name, incoming)
    const key = headerOf(request.headers, IDEMPOTENCY_HEADER)
    return runOnce(this.#game, { key, text: `${pathname}\n${body.toString('utf8')}` }, run)
  }

  #run(name: GameCallName, input: unknown, { requestId, language }: Incoming): Answer {
    const parsed = GAME_CALLS[name].request.safeParse(input)
    if (!parsed.success) {
      const issue = parsed.error.issues[0]
      throw new GameFailure(2004, issue?.message ?? 'bad input', { field: issue?.path.join('.') })
    }
    const handle = CALL_HANDLERS[name] as (game: Game, input: unknown, language: Language) => unknown
    return successAnswer(handle(this.#game, parsed.data, language), requestId)
  }

  #send(request: IncomingMessage, response: ServerResponse, answer: Answer): void {
    const nonce = headerOf(request.headers, NONCE_HEADER)
    const body = Buffer.from(answer.body)
    response.statusCode = answer.httpStatus
    response.setHeader('content-type', 'application/json; charset=utf-8')
    if (nonce !== null && NONCE_HEX.test(nonce)) {
      const { hashKey } = this.#key
      response.setHeader(SIGN_HEADER, signResponse({ status: answer.httpStatus, body, nonce, hashKey }))
    }
    if (!request.complete) response.setHeader('connection', 'close')
    response.end(body)
  }
}
