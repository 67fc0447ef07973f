import type { LocalText } from '@qd/i18n'
import http from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { GAME_CALLS, GAME_CODE_FACTS } from '@qd/game-contract'
import type { GameCallName } from '@qd/game-contract'
import type { GameServerTarget } from '@qd/game-contract/adapter'
import { recordNetworks } from '@qd/game-contract/record-networks'
import {
  headerOf,
  IDEMPOTENCY_HEADER,
  LANGUAGE_HEADER,
  NonceMemory,
  signResponse,
  SIGN_HEADER,
  verifyRequest,
} from '@qd/game-contract/signing'
import { QD1 } from '@qd/game-frame'
import type { FrameDescriptor } from '@qd/game-frame'
import { WebSocketServer } from 'ws'
import { HonestGame } from './honest-calls.ts'
import { answerAs } from './lying-answer.ts'
import { honestCodec, speakAs } from './lying-socket.ts'
import type { HttpPersonality, SocketPersonality } from './personality.ts'
import { withLiedRows } from './row-lies.ts'
import type { RowLie } from './row-lies.ts'

/** A call as it arrived, with its signature already found right or wrong. */
export interface LyingCall {
  name: GameCallName
  body: Record<string, unknown>
  idempotencyKey: string | null
  /** The language its sentences are wanted in. */
  language: string | null
  isProven: boolean
}

export interface LyingGame {
  target: GameServerTarget
  /** The honest state behind the lies: players, protocol. */
  honest: HonestGame
  calls: LyingCall[]
  /** Bodies of Enter as they came over the socket. */
  entered: Record<string, unknown>[]
  /** Sockets now open. */
  socketCount: () => number
  /** Sends raw bytes to every open socket. */
  pushRaw: (bytes: Uint8Array) => void
  /** Changes how one call, or every call, answers from now on. */
  behave: (personality: HttpPersonality, call?: GameCallName) => void
  /** Does what is asked and tells other rows than came out, from now on; null: tells the truth again. */
  misreport: (lie: RowLie | null) => void
  /** Refuses every call from now on, in these words. */
  refuseWith: (msg: LocalText) => void
  /** From now on each answer comes that much later. */
  delay: (ms: number) => void
  /** Keeps each further call of a name, after so many, before it does anything; gives back what lets all of them go on. */
  hold: (call: GameCallName, after?: number) => () => void
  /** Most calls it had at a time since this was asked last. */
  peak: () => number
  behaveOnSocket: (personality: SocketPersonality) => void
  stop: () => Promise<void>
}

const HASH_KEY = 'lying-game-key'
const callNames = Object.keys(GAME_CALLS) as GameCallName[]

function callNameOf(method: string, pathname: string): GameCallName | null {
  return (
    callNames.find((name) => GAME_CALLS[name].method === method && GAME_CALLS[name].path === pathname) ?? null
  )
}

async function bodyOf(request: http.IncomingMessage): Promise<string> {
  const chunks: Buffer[] = []
  for await (const chunk of request) chunks.push(chunk as Buffer)
  return Buffer.concat(chunks).toString('utf8')
}

/** A real HTTP and WebSocket game server on a free loopback port that can lie in every known way. */
export async function startLyingGame(
  first: HttpPersonality = 'honest',
  { sId = 123, layout = QD1 }: { sId?: number; layout?: FrameDescriptor } = {},
): Promise<LyingGame> {
  const honest = new HonestGame(sId)
  const nonces = new NonceMemory()
  const calls: LyingCall[] = []
  const entered: Record<string, unknown>[] = []
  const skewed = new Set<GameCallName>()
  const personalities = new Map<GameCallName, HttpPersonality>(callNames.map((name) => [name, first]))
  let socketPersonality: SocketPersonality = 'honest'
  let rowLie: RowLie | null = null
  let lied = 0
  let delayMs = 0
  const holds = new Map<GameCallName, { left: number; until: Promise<void> }>()
  let refusal: LocalText = 'not like this'
  let underWay = 0
  let peak = 0

  const serve = async (request: http.IncomingMessage, response: http.ServerResponse): Promise<void> => {
    const { pathname, searchParams } = new URL(request.url ?? '/', 'http://game.invalid')
    const name = callNameOf(request.method ?? '', pathname)
    if (name === null) return void response.writeHead(404).end()
    const text = await bodyOf(request)
    const verified = verifyRequest({
      method: request.method!,
      url: request.url!,
      body: text,
      serverId: target.serverId,
      headers: request.headers,
      hashKeyOf: (keyId) => (keyId === target.keyId ? HASH_KEY : null),
      nowMs: Date.now(),
      nonces,
    })
    const body = (text === '' ? Object.fromEntries(searchParams) : JSON.parse(text)) as Record<
      string,
      unknown
    >
    const idempotencyKey = headerOf(request.headers, IDEMPOTENCY_HEADER)
    const language = headerOf(request.headers, LANGUAGE_HEADER)
    calls.push({ name, body, idempotencyKey, language, isProven: verified.ok })
    if (!verified.ok) {
      const status = GAME_CODE_FACTS[verified.code].httpStatus
      const refusal = JSON.stringify({
        status: verified.code,
        msg: verified.reason,
        data: null,
        err: { code: verified.code },
      })
      const nonce = headerOf(request.headers, 'x-gm-nonce') ?? ''
      // Signed with the server's own key: a caller with another key must not be able to tell.
      const sign = signResponse({ status, body: refusal, nonce, hashKey: HASH_KEY })
      return void response.writeHead(status, { [SIGN_HEADER]: sign }).end(refusal)
    }
    const wanted = personalities.get(name)!
    const isFirstSkew = wanted === 'skew_once' && !skewed.has(name)
    if (isFirstSkew) skewed.add(name)
    if (delayMs > 0) await sleep(delayMs)
    const hold = holds.get(name)
    if (hold !== undefined && --hold.left < 0) await hold.until
    const personality = wanted === 'skew_once' ? (isFirstSkew ? 'clock_skew' : 'honest') : wanted
    answerAs(personality, {
      name,
      response,
      nonce: verified.nonce,
      hashKey: HASH_KEY,
      isFull: searchParams.get('full') === '1',
      honest: () => {
        const reply = honest.answer(name, body, idempotencyKey)
        return rowLie === null ? reply : withLiedRows(rowLie, reply, (lied += 1))
      },
      refusal,
    })
  }

  const server = http.createServer((request, response) => {
    underWay += 1
    peak = Math.max(peak, underWay)
    response.on('close', () => (underWay -= 1))
    serve(request, response).catch((error: unknown) => response.destroy(error as Error))
  })
  const sockets = new WebSocketServer({ noServer: true, perMessageDeflate: false })
  const codec = honestCodec()
  server.on('upgrade', (request, socket, head) => {
    if (socketPersonality === 'no_upgrade') return void socket.end('HTTP/1.1 403 Forbidden\r\n\r\n')
    sockets.handleUpgrade(request, socket, head, (open) => {
      speakAs({ socket: open, codec, hashKey: HASH_KEY, nonces, entered, layout }, () => socketPersonality)
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  const target: GameServerTarget = {
    game: 'honest',
    platform: 3,
    sId,
    apiUrl: `http://127.0.0.1:${port}`,
    serverId: `s${sId}`,
    keyId: 'k1',
    hashKey: HASH_KEY,
    ws: `ws://127.0.0.1:${port}/socket`,
    codec: layout,
    networks: recordNetworks({ allowLoopback: true }),
  }

  return {
    target,
    honest,
    calls,
    entered,
    socketCount: () => sockets.clients.size,
    pushRaw: (bytes) => {
      for (const client of sockets.clients) client.send(bytes)
    },
    behave: (personality, call) => {
      for (const name of call ? [call] : callNames) personalities.set(name, personality)
      skewed.clear()
    },
    misreport: (lie) => {
      rowLie = lie
      lied = 0
    },
    refuseWith: (msg) => {
      refusal = msg
      for (const name of callNames) personalities.set(name, 'refuse')
    },
    delay: (ms) => {
      delayMs = ms
    },
    hold: (call, after = 0) => {
      const { promise, resolve } = Promise.withResolvers<void>()
      holds.set(call, { left: after, until: promise })
      return () => {
        holds.delete(call)
        resolve()
      }
    },
    peak: () => {
      const most = peak
      peak = underWay
      return most
    },
    behaveOnSocket: (personality) => {
      socketPersonality = personality
    },
    stop: async () => {
      for (const client of sockets.clients) client.terminate()
      sockets.close()
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}
