import { GameError } from '@qd/game-contract/adapter'
import { GAME_CODES } from '@qd/game-contract'
import type { GameMeta } from '@qd/game-contract'
import { inBackground } from '@qd/server-kit'
import type { Adapters, CataloguePort, ServerRecord } from '@qd/server-kit'

export type ServerStatus = 'running' | 'stopped' | 'unknown'

export interface Health {
  status: ServerStatus
  /** What a running server said of itself. */
  meta: GameMeta | null
}

export interface ServerHealth {
  /** Asks the server unless it was asked just now; never rejects. */
  check(server: ServerRecord): Promise<Health>
  /** The last answer, however old; null before the first. */
  lastSeen(server: ServerRecord): ServerStatus | null
}

export interface ServerHealthDeps {
  catalogue: Pick<CataloguePort, 'targetOf'>
  adapters: Pick<Adapters, 'of'>
  /** Told what a server said of itself. */
  onMeta?: ((server: ServerRecord, meta: GameMeta) => void) | undefined
  now(): number
}

/** Many pages ask at once; how old an answer may be is the adapter's business, which keeps it for 10 s. */
const FRESH_MS = 2_000
const DEADLINE_MS = 1_500

/** stopped: nothing listens there; running: it said no, but properly; unknown: something else is wrong. */
function statusOf(error: unknown): ServerStatus {
  if (!(error instanceof GameError)) return 'unknown'
  if (error.kind === 'down') return 'stopped'
  const isUnasked = error.isOurs && error.code === GAME_CODES.capabilityMissing
  return error.kind === 'refused' && !isUnasked ? 'running' : 'unknown'
}

export function createServerHealth({ catalogue, adapters, onMeta, now }: ServerHealthDeps): ServerHealth {
  const seen = new Map<string, { atMs: number; health: Health }>()
  const running = new Map<string, Promise<Health>>()

  async function probe(server: ServerRecord): Promise<Health> {
    try {
      const target = catalogue.targetOf(server)
      const { meta: ask } = adapters.of(server.adapter)
      const meta = await ask(target, { signal: AbortSignal.timeout(DEADLINE_MS) })
      onMeta?.(server, meta)
      return { status: 'running', meta }
    } catch (error) {
      return { status: statusOf(error), meta: null }
    }
  }

  async function ask(server: ServerRecord): Promise<Health> {
    const health = await probe(server)
    seen.set(server.key, { atMs: now(), health })
    running.delete(server.key)
    return health
  }

  return {
    async check(server) {
      const last = seen.get(server.key)
      if (last && now() - last.atMs < FRESH_MS) return last.health
      const asked = running.get(server.key) ?? inBackground(() => ask(server))
      running.set(server.key, asked)
      return asked
    },
    lastSeen: (server) => seen.get(server.key)?.health.status ?? null,
  }
}
