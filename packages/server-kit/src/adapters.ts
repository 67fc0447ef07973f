import { GAME_CODES } from '@qd/game-contract'
import { GameError, wholeAdapter } from '@qd/game-contract/adapter'
import type { Dialer, GameAdapter, WholeAdapter } from '@qd/game-contract/adapter'

export interface FreshOptions {
  dialer: Dialer
  now(): number
}

/** One way to reach game servers; records name it by the name of its adapter. */
export interface AdapterKind {
  /** Asked by everything but connection tests. */
  adapter: GameAdapter
  /** A new one, which remembers nothing of other calls, neither answers nor failures. */
  fresh(options: FreshOptions): GameAdapter
}

export interface Adapters {
  has(name: string): boolean
  /** Of a name nobody knows: one that offers nothing, so that the servers beside it go on. */
  of(name: string): WholeAdapter
  /** The same for one connection test. */
  fresh(name: string, options: FreshOptions): WholeAdapter
}

function unknownAdapter(name: string): WholeAdapter {
  const refusal = { kind: 'refused', code: GAME_CODES.capabilityMissing, isOurs: true } as const
  return wholeAdapter({
    name,
    meta: () => Promise.reject(new GameError({ ...refusal, details: { adapter: name } })),
  })
}

export function createAdapters(kinds: readonly AdapterKind[]): Adapters {
  const byName = new Map(kinds.map((kind) => [kind.adapter.name, kind]))
  const whole = new Map(kinds.map(({ adapter }) => [adapter.name, wholeAdapter(adapter)]))
  return {
    has: (name) => byName.has(name),
    of: (name) => whole.get(name) ?? unknownAdapter(name),
    fresh(name, options) {
      const kind = byName.get(name)
      return kind === undefined ? unknownAdapter(name) : wholeAdapter(kind.fresh(options))
    },
  }
}
