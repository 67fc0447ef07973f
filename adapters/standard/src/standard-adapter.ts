import type { GameCallReply } from '@qd/game-contract'
import { BACKGROUND, SHARED, targetKey } from '@qd/game-contract/adapter'
import type { Asker, CallOptions, Dialer, GameServerTarget, WholeAdapter } from '@qd/game-contract/adapter'
import { commandsGroup } from './commands-group.ts'
import { dataGroup } from './data-group.ts'
import { Definitions } from './definitions.ts'
import { GameHttp } from './http/game-http.ts'
import type { OutgoingWrite } from './http/game-http.ts'
import { DEFAULT_GATE_LIMITS } from './http/server-gate.ts'
import type { GateLimits } from './http/server-gate.ts'
import { ShortCache } from './http/short-cache.ts'
import { untilGivenUp } from './http/until-given-up.ts'
import { plainGroups } from './plain-groups.ts'
import { socketGroup } from './socket/socket-group.ts'

export interface StandardAdapterOptions {
  dialer: Dialer
  now?: () => number
  gate?: Partial<GateLimits>
  /** For whom calls are made now; default: work nobody waits for. */
  asker?: () => Asker
  /** Told of each write before it is sent; one it rejects is not sent. */
  onWrite?: (target: GameServerTarget, write: OutgoingWrite) => Promise<void>
  /** Deadlines of one call to the game; `replyTimeoutMs` is the socket's. */
  readTimeoutMs?: number
  writeTimeoutMs?: number
  replyTimeoutMs?: number
  maxAnswerBytes?: number
  /** How long meta and definition fingerprints are kept. */
  cacheMs?: number
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

  return {
    name: 'standard',
    meta: (target, options) =>
      shared(
        metas.get(targetKey(target), () => http.call(target, 'meta', { asker: SHARED })),
        options,
      ),
    ...plainGroups(http),
    protocol: {
      md5: (target, options) => shared(definitions.md5(target), options),
      read: (target, options) => shared(definitions.protocol(target), options),
    },
    proto: { read: async (target, options) => (await shared(definitions.proto(target), options)).proto },
    data: dataGroup(http),
    commands: commandsGroup({ ...settings, http, definitions }),
    socket: socketGroup({ ...settings, definitions }),
  }
}
