import { BACKGROUND, GameError, SHARED, targetKey } from '@qd/game-contract/adapter'
import type {
  Asker,
  CallOptions,
  Dialer,
  GameServerTarget,
  GameSocket,
  WholeAdapter,
} from '@qd/game-contract/adapter'
import type { EnterInput, EnterResult, GameSocketHandlers } from '@qd/game-contract/adapter'
import { readCommands } from '@qd/game-contract'
import type { GameCallReply, ReadCommands } from '@qd/game-contract'
import { leftOutBelow, leftOutByModule } from '@qd/protocol-model'
import type { LeftOut } from '@qd/protocol-model'
import { Definitions } from './definitions.ts'
import { gameErrorOf } from './http/dial-failure.ts'
import { GameHttp } from './http/game-http.ts'
import { DEFAULT_GATE_LIMITS } from './http/server-gate.ts'
import type { GateLimits } from './http/server-gate.ts'
import { ShortCache } from './http/short-cache.ts'
import { untilGivenUp } from './http/until-given-up.ts'
import { GameSocketClient } from './socket/game-socket-client.ts'

export interface StandardAdapterOptions {
  dialer: Dialer
  now?: () => number
  gate?: Partial<GateLimits>
  /** For whom calls are made now; default: work nobody waits for. */
  asker?: () => Asker
  /** Deadlines of one call to the game; `replyTimeoutMs` is the socket's. */
  readTimeoutMs?: number
  writeTimeoutMs?: number
  replyTimeoutMs?: number
  maxAnswerBytes?: number
  /** How long meta and definition fingerprints are kept. */
  cacheMs?: number
}

interface LoadedCommands {
  list: ReadCommands
  /** Read beside a definition that is not the server's newest: the next call asks again. */
  isDoubtful: boolean
}

/** How long a game server has for one call, ms; `replyTimeoutMs` is the socket's. */
export const CALL_TIMES = { readTimeoutMs: 10_000, writeTimeoutMs: 30_000, replyTimeoutMs: 10_000 }

const DEFAULTS = {
  ...CALL_TIMES,
  maxAnswerBytes: 16 * 1024 * 1024,
  cacheMs: 10_000,
  asker: () => BACKGROUND,
}

/** Who leaves takes nobody with them: the call goes on for the others who wait for it. */
const shared = <T>(running: Promise<T>, options?: CallOptions): Promise<T> =>
  untilGivenUp(running, options?.signal)

/** The adapter of the standard game contract; its only way out is the given dialer. */
export function createStandardAdapter(options: StandardAdapterOptions): WholeAdapter {
  const now = options.now ?? Date.now
  const settings = { ...DEFAULTS, ...options, now, gate: { ...DEFAULT_GATE_LIMITS, ...options.gate } }
  const http = new GameHttp(settings)
  const definitions = new Definitions(http, settings.cacheMs, now)
  const metas = new ShortCache<GameCallReply<'meta'>>(settings.cacheMs, now)
  const commandLists = new ShortCache<LoadedCommands>(settings.cacheMs, now, ({ isDoubtful }) => !isDoubtful)

  /** Types of parameters are those of the player data; without a definition only the plain ones are known. */
  const loadCommands = async (target: GameServerTarget): Promise<LoadedCommands> => {
    const entries = await http.call(target, 'commands', { asker: SHARED })
    try {
      const { protocol, refusedBecause } = await definitions.protocol(target)
      const isKnown = (type: string) => Object.hasOwn(protocol.diffInfos, type)
      return { list: readCommands(entries, isKnown), isDoubtful: refusedBecause !== undefined }
    } catch (error) {
      if (!(error instanceof GameError) || error.kind !== 'garbage') throw error
      return { list: readCommands(entries, () => false), isDoubtful: !error.isProven }
    }
  }

  const openSocket = async (
    target: GameServerTarget,
    handlers: GameSocketHandlers,
    { signal }: CallOptions = {},
  ): Promise<GameSocket> => {
    const { codec } = await untilGivenUp(definitions.proto(target), signal)
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
      throw gameErrorOf(error, { hasEffect: false, signal })
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

  const dataGet: WholeAdapter['data']['get'] = async (target, body, options) => {
    let leftOut: LeftOut[] = []
    const onLeftOut = (places: LeftOut[]) => (leftOut = leftOutByModule(leftOutBelow(places, ['tables'])))
    const reply = await http.call(target, 'dataGet', { body, ...options, onLeftOut })
    return leftOut.length === 0 ? reply : { ...reply, leftOut }
  }

  return {
    name: 'standard',
    meta: (target, options) =>
      shared(
        metas.get(targetKey(target), () => http.call(target, 'meta', { asker: SHARED })),
        options,
      ),
    time: {
      read: (target, options) => http.call(target, 'time', { ...options }),
      set: (target, { idempotencyKey, ...body }, options) =>
        http.call(target, 'setTime', { body, idempotencyKey, ...options }),
    },
    players: { lookup: (target, body, options) => http.call(target, 'lookup', { body, ...options }) },
    protocol: {
      md5: (target, options) => shared(definitions.md5(target), options),
      read: (target, options) => shared(definitions.protocol(target), options),
    },
    proto: { read: async (target, options) => (await shared(definitions.proto(target), options)).proto },
    data: {
      get: dataGet,
      check: (target, body, options) => http.call(target, 'dataCheck', { body, ...options }),
      change: (target, { idempotencyKey, ...body }, options) =>
        http.call(target, 'dataChange', { body, idempotencyKey, ...options }),
    },
    items: { list: (target, options) => http.call(target, 'items', { ...options }) },
    limits: { list: (target, options) => http.call(target, 'limits', { ...options }) },
    channels: { list: (target, options) => http.call(target, 'channels', { ...options }) },
    cross: { groups: (target, options) => http.call(target, 'crossGroups', { ...options }) },
    accounts: {
      create: (target, { idempotencyKey, ...body }, options) =>
        http.call(target, 'accountsCreate', { body, idempotencyKey, ...options }),
    },
    commands: {
      list: async (target, options) => {
        const loading = commandLists.get(targetKey(target), () => loadCommands(target))
        return (await shared(loading, options)).list
      },
      run: (target, { idempotencyKey, ...body }, options) =>
        http.call(target, 'commandsRun', { body, idempotencyKey, isDry: body.dryRun === true, ...options }),
    },
    socket: { open: openSocket, enter },
  }
}
