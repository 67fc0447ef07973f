import { AppError, coreErrors } from '@qd/contract-kit'
import { FROM_HEADER, KEY_HEADER, headerOf, signResponse, verifyOpenRequest } from '@qd/game-contract/signing'
import type { OpenKey } from '@qd/game-contract/signing'
import type { FastifyRequest } from 'fastify'
import { randomBytes } from 'node:crypto'
import type { IncomingMessage } from 'node:http'
import type { CatalogueServer, GameServersPort, ProvenCall } from '../ports/index.ts'
import { readToken } from './read-token.ts'

const FROM = /^([A-Za-z0-9][\w-]{0,63})\/([1-9]\d{0,5})\/([1-9]\d{0,8})$/

/** Tried for servers that there are not, so that their refusal takes the same steps. */
const NO_KEY = randomBytes(32).toString('hex')

/** The same for everything that is not proven: a stranger does not learn which servers there are. */
const unproven = () => new AppError(coreErrors.game_signature)

interface CallParts {
  /** Null: there is none of this name, which only its signature shows. */
  server: CatalogueServer | null
  from: string
  port: GameServersPort
  raw: IncomingMessage
  /** Where the call comes from. */
  address: string
}

/** A call of a game server: who it says it is, and, once its bytes are there, whether that is true. */
export class GameCall {
  readonly #parts: CallParts
  readonly #nowMs: () => number
  #proven: { key: string; nonce: string } | null = null
  #sentAtMs: number | null = null

  constructor(parts: CallParts, nowMs: () => number) {
    this.#parts = parts
    this.#nowMs = nowMs
  }

  /** Who calls. */
  get server(): CatalogueServer {
    const { server } = this.#parts
    if (server === null || this.#proven === null) throw unproven()
    return server
  }

  /** When the server signed it, ms UTC by its own clock. */
  get sentAtMs(): number {
    if (this.#sentAtMs === null) throw unproven()
    return this.#sentAtMs
  }

  /** Keys that are sealed prove nothing: to say so would tell that there is such a server. */
  #keys(): readonly OpenKey[] {
    const { server, port, raw } = this.#parts
    if (server === null) return [{ keyId: headerOf(raw.headers, KEY_HEADER) ?? '', hashKey: NO_KEY }]
    try {
      return port.keysOf(server)
    } catch (error) {
      if (error instanceof AppError && error.def === coreErrors.secrets_sealed) return []
      throw error
    }
  }

  /** Proves the call by its body; throws where that fails. */
  verify(body: Uint8Array): void {
    const { server, from, port, raw, address } = this.#parts
    const verified = verifyOpenRequest({
      method: raw.method ?? '',
      url: raw.url ?? '',
      body,
      from,
      headers: raw.headers,
      keys: this.#keys(),
      nowMs: this.#nowMs(),
    })
    if (!verified.ok && verified.fault === 'signature') {
      if (server !== null) port.noteForged(server, address)
      throw unproven()
    }
    this.#proven = verified
    if (!verified.ok) {
      const { skewMs } = verified
      const seconds = Math.round(Math.abs(skewMs) / 1000)
      throw new AppError(coreErrors.game_clock, { params: { seconds }, details: { skewMs } })
    }
    this.#sentAtMs = verified.sentAtMs
  }

  /** Lets a proven call in; one without a body is proven here. */
  async admit(call: Pick<ProvenCall, 'requestId' | 'title'>): Promise<void> {
    if (this.#sentAtMs === null) this.verify(new Uint8Array())
    const { sentAtMs } = this
    await this.#parts.port.admit(this.server, { ...call, address: this.#parts.address, sentAtMs })
  }

  /** The signature of an answer; null while nobody has proven anything. */
  sign(status: number, body: string): string | null {
    if (this.#proven === null) return null
    return signResponse({ status, body, nonce: this.#proven.nonce, hashKey: this.#proven.key })
  }
}

/**
 * Begins a call of a game server before its body comes. A name that is none is refused without reading on; one that
 * nobody has goes the way of all others until its signature is looked at.
 */
export function beginGameCall(
  { raw, ip }: Pick<FastifyRequest, 'raw' | 'ip'>,
  port: GameServersPort | undefined,
  nowMs: () => number,
): GameCall {
  // Never with somebody's session.
  if (readToken(raw.headers) !== null) throw unproven()
  const from = headerOf(raw.headers, FROM_HEADER) ?? ''
  const [, game, platform, sId] = FROM.exec(from) ?? []
  if (port === undefined || game === undefined) throw unproven()
  const server = port.find(game, Number(platform), Number(sId))
  return new GameCall({ server, from, port, raw, address: ip }, nowMs)
}

/** Refuses input that names another server than the one that calls, wherever in it that stands. */
export function assertOwnServers(server: CatalogueServer, value: unknown): void {
  if (typeof value !== 'object' || value === null) return
  for (const [key, each] of Object.entries(value)) {
    if (key === 'sId' && each !== server.sId) {
      throw new AppError(coreErrors.game_server_foreign, { field: 'sId', params: { sId: server.sId } })
    }
    assertOwnServers(server, each)
  }
}
