import { GameError, targetKey } from '@qd/game-contract/adapter'
import type {
  CallOptions,
  Dialer,
  GameAdapter,
  GameServerTarget,
  GameSocket,
} from '@qd/game-contract/adapter'
import type { EnterInput, EnterResult, GameSocketHandlers } from '@qd/game-contract/adapter'
import { readCommands } from '@qd/game-contract'
import type { GameCallReply, ReadCommands } from '@qd/game-contract'
import { Definitions } from './definitions.ts'
import { gameErrorOf } from './http/dial-failure.ts'
import { GameHttp } from './http/game-http.ts'
import { DEFAULT_GATE_LIMITS } from './http/server-gate.ts'
import type { GateLimits } from './http/server-gate.ts'
import { ShortCache } from './http/short-cache.ts'
import { GameSocketClient } from './socket/game-socket-client.ts'

export interface StandardAdapterOptions {
  dialer: Dialer
  now?: () => number
  gate?: Partial<GateLimits>
  /** Deadlines of one call to the game; `replyTimeoutMs` is the socket's. */
  readTimeoutMs?: number
  writeTimeoutMs?: number
  replyTimeoutMs?: number
  maxAnswerBytes?: number
  /** How long meta and definition fingerprints are kept. */
  cacheMs?: number
}

const DEFAULTS = {
  readTimeoutMs: 10_000,
  writeTimeoutMs: 30_000,
  replyTimeoutMs: 10_000,
  maxAnswerBytes: 16 * 1024 * 1024,
  cacheMs: 10_000,
}

/** The adapter of the standard game contract; its only way out is the given dialer. */
export function createStandardAdapter(options: StandardAdapterOptions): GameAdapter {
  const now = options.now ?? Date.now
  const settings = { ...DEFAULTS, ...options, now, gate: { ...DEFAULT_GATE_LIMITS, ...options.gate } }
  const http = new GameHttp(settings)
  const definitions = new Definitions(http, settings.cacheMs, now)
  const metas = new ShortCache<GameCallReply<'meta'>>(settings.cacheMs, now)

  const commandLists = new ShortCache<ReadCommands>(settings.cacheMs, now)

  /** Types of parameters are those of the player data; without a definition only the plain ones are known. */
  const knownTypes = async (target: GameServerTarget): Promise<(type: string) => boolean> => {
    try {
      const { protocol } = await definitions.protocol(target)
      return (type) => Object.hasOwn(protocol.diffInfos, type)
    } catch (error) {
      if (error instanceof GameError && error.kind === 'garbage') return () => false
      throw error
    }
  }

  const loadCommands = async (target: GameServerTarget): Promise<ReadCommands> => {
    const entries = await http.call(target, 'commands')
    return readCommands(entries, await knownTypes(target))
  }

  const openSocket = async (
    target: GameServerTarget,
    handlers: GameSocketHandlers,
    { signal }: CallOptions = {},
  ): Promise<GameSocket> => {
    const { codec } = await definitions.proto(target)
    try {
      const socket = await settings.dialer.webSocket(target.ws, {
        allowLoopback: target.allowLoopback,
        allowPrivate: target.allowPrivate,
        timeoutMs: settings.readTimeoutMs,
        // One message may hold several frames; each frame has its own limit.
        maxPayloadBytes: target.codec.maxFrameBytes * 4,
        signal,
      })
      return new GameSocketClient({
        target,
        socket,
        codec,
        handlers,
        now,
        replyTimeoutMs: settings.replyTimeoutMs,
      })
    } catch (error) {
      throw gameErrorOf(error, false)
    }
  }

  const enter = async (
    target: GameServerTarget,
    input: EnterInput,
    options?: CallOptions,
  ): Promise<EnterResult> => {
    const socket = await openSocket(target, {}, options)
    try {
      return await socket.enter(input)
    } finally {
      socket.close()
    }
  }

  return {
    meta: (target) => metas.get(targetKey(target), () => http.call(target, 'meta')),
    time: (target, options) => http.call(target, 'time', { ...options }),
    setTime: (target, { idempotencyKey, ...body }, options) =>
      http.call(target, 'setTime', { body, idempotencyKey, ...options }),
    lookup: (target, body, options) => http.call(target, 'lookup', { body, ...options }),
    protocolMd5: (target) => definitions.md5(target),
    protocol: (target) => definitions.protocol(target),
    proto: async (target) => (await definitions.proto(target)).proto,
    dataGet: (target, body, options) => http.call(target, 'dataGet', { body, ...options }),
    dataCheck: (target, body, options) => http.call(target, 'dataCheck', { body, ...options }),
    dataChange: (target, { idempotencyKey, ...body }, options) =>
      http.call(target, 'dataChange', { body, idempotencyKey, ...options }),
    items: (target, options) => http.call(target, 'items', { ...options }),
    limits: (target, options) => http.call(target, 'limits', { ...options }),
    channels: (target, options) => http.call(target, 'channels', { ...options }),
    crossGroups: (target, options) => http.call(target, 'crossGroups', { ...options }),
    accountsCreate: (target, { idempotencyKey, ...body }, options) =>
      http.call(target, 'accountsCreate', { body, idempotencyKey, ...options }),
    commands: (target) => commandLists.get(targetKey(target), () => loadCommands(target)),
    commandsRun: (target, { idempotencyKey, ...body }, options) =>
      http.call(target, 'commandsRun', { body, idempotencyKey, ...options }),
    openSocket,
    enter,
  }
}
