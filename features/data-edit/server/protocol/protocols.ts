import { AppError } from '@qd/contract-kit'
import { DialError, GameError } from '@qd/game-contract/adapter'
import { gameFailure } from '../reading/game-failure.ts'
import type { CatalogueServer, ReachPort } from '@qd/server-kit'
import { isStoreError } from '@qd/store'
import type { Store } from '@qd/store'
import { dataEditErrors } from '../../contract/index.ts'
import { keepProtocol, loadProtocol } from './protocol-store.ts'
import type { KnownProtocol } from './protocol-store.ts'
import type { DataEditTables } from '../tables.ts'

export interface ServedProtocol extends KnownProtocol {
  /** Why the definition the server offers now is not used. */
  refusedReason?: string
}

/** Definitions by server: what it offers now while that is sound, else the last sound one (S7.12). */
export interface Protocols {
  /** Throws `protocol_refused` when there never was a sound one, and the upstream errors. */
  offered(server: CatalogueServer, signal?: AbortSignal): Promise<ServedProtocol>
  /** For weighing and checking: the last sound one does, even while the server is down. */
  known(server: CatalogueServer): Promise<KnownProtocol>
  /** Remembers that the server did not answer; other failures are nothing to remember. */
  noteSilent(server: CatalogueServer, error: GameError): void
  /** Throws the upstream error of a server that was asked just now and did not answer. */
  refuseSilent(server: CatalogueServer): void
}

interface ProtocolDeps {
  store: Store<DataEditTables>
  reach: ReachPort<'protocol'>
  nowMs: () => number
}

/** A definition the server has signed, or one too large to be read to its signature; a page of a proxy is none. */
function refusedReasonOf(error: unknown): string | null {
  if (!(error instanceof GameError) || error.kind !== 'garbage') return null
  const isTooLarge = error.cause instanceof DialError && error.cause.fault === 'too_large'
  return error.isProven || isTooLarge ? error.msg : null
}

/** A server that did not answer is not asked again for so long: one call asks several times, and each would wait. */
const QUIET_MS = 5_000

export function createProtocols({ store, reach, nowMs }: ProtocolDeps): Protocols {
  const good = new Map<string, ServedProtocol>()
  const silent = new Map<string, { until: number; error: GameError }>()
  const silenceOf = (key: string) => {
    const held = silent.get(key)
    return held !== undefined && nowMs() < held.until ? held.error : null
  }

  function noteSilent({ key }: CatalogueServer, error: GameError): void {
    if (error.kind === 'timeout') silent.set(key, { until: nowMs() + QUIET_MS, error })
  }

  async function lastGood(serverKey: string): Promise<ServedProtocol | null> {
    const held = good.get(serverKey)
    if (held !== undefined) return held
    const stored = await loadProtocol(store, serverKey)
    // Another call may have read the server meanwhile: what is held is newer than what was stored.
    if (stored !== null && !good.has(serverKey)) good.set(serverKey, stored)
    return good.get(serverKey) ?? null
  }

  async function fetch(server: CatalogueServer, signal?: AbortSignal): Promise<ServedProtocol> {
    const reached = await reach.reach(server)
    const held = await lastGood(server.key)
    const options = signal === undefined ? {} : { signal }
    const isUnchanged = held !== null && (await reached.protocol.md5(reached.target, options)) === held.md5
    if (isUnchanged) return { md5: held.md5, protocol: held.protocol }
    const { md5, protocol, refusedBecause } = await reached.protocol.read(reached.target, options)
    if (refusedBecause !== undefined) return { md5, protocol, refusedReason: refusedBecause }
    await keepProtocol(store, server.key, { md5, protocol, at: nowMs() }).catch((error: unknown) => {
      // For the time when the game server is away. Reading goes on without it.
      if (!isStoreError(error, 'store_full')) throw error
    })
    good.set(server.key, { md5, protocol })
    return { md5, protocol }
  }

  /** What is left after a failed look: the last sound one, else the failure in our words. */
  async function fallBack(serverKey: string, error: unknown): Promise<ServedProtocol> {
    const held = await lastGood(serverKey)
    if (held !== null) return held
    const reason = refusedReasonOf(error)
    if (reason === null) throw gameFailure(error)
    const params = { reason }
    throw new AppError(dataEditErrors.protocol_refused, { params, details: { reason }, cause: error })
  }

  return {
    async offered(server, signal) {
      try {
        return await fetch(server, signal)
      } catch (error) {
        const reason = refusedReasonOf(error)
        // A server that is down looks it; only a refused definition is replaced by an older one.
        if (reason === null) throw gameFailure(error)
        return { ...(await fallBack(server.key, error)), refusedReason: reason }
      }
    },
    async known(server) {
      const held = await lastGood(server.key)
      if (held !== null && silenceOf(server.key) !== null) return held
      try {
        return await fetch(server)
      } catch (error) {
        if (!(error instanceof GameError)) throw error
        noteSilent(server, error)
        return await fallBack(server.key, error)
      }
    },
    noteSilent,
    refuseSilent(server) {
      const error = silenceOf(server.key)
      if (error !== null) throw new AppError(dataEditErrors.server_silent, { cause: error })
    },
  }
}
