import { GameError } from '@qd/game-contract/adapter'
import type { GameAdapter, GameServerTarget } from '@qd/game-contract/adapter'
import type { Histogram } from './registry.ts'

type Call = (target: GameServerTarget, ...rest: unknown[]) => Promise<unknown>
/** The calls of an adapter, most of them in groups, beside its name. */
interface Calls {
  [name: string]: Call | Calls | string
}

/** Measures each call by server and result; one that no record names, as in a connection test, is another one. */
export function watchAdapter(
  adapter: GameAdapter,
  games: Histogram,
  isRecorded: (target: GameServerTarget) => boolean,
): GameAdapter {
  const measured = (call: Call): Call => {
    return async (target, ...rest) => {
      const server = isRecorded(target) ? `${target.game}/${target.platform}/${target.sId}` : 'other'
      const startedMs = performance.now()
      const note = (result: string) =>
        games.observe({ server, result }, (performance.now() - startedMs) / 1_000)
      try {
        const value = await call(target, ...rest)
        note('ok')
        return value
      } catch (error) {
        note(error instanceof GameError ? error.kind : 'failed')
        throw error
      }
    }
  }
  const watched = (calls: Calls): Calls =>
    Object.fromEntries(
      Object.entries(calls).map(([name, call]) => [
        name,
        typeof call === 'string' ? call : typeof call === 'function' ? measured(call) : watched(call),
      ]),
    )
  return watched(adapter as unknown as Calls) as unknown as GameAdapter
}
