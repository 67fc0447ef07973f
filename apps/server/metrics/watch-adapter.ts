import { GameError } from '@qd/game-contract/adapter'
import type { GameAdapter, GameServerTarget } from '@qd/game-contract/adapter'
import type { Histogram } from './registry.ts'

/** Measures each call by server and result; one that no record names, as in a connection test, is another one. */
export function watchAdapter(
  adapter: GameAdapter,
  games: Histogram,
  isRecorded: (target: GameServerTarget) => boolean,
): GameAdapter {
  type Call = (target: GameServerTarget, ...rest: unknown[]) => Promise<unknown>
  const watched = Object.entries(adapter as unknown as Record<string, Call>).map(([name, call]) => {
    const measured: Call = async (target, ...rest) => {
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
    return [name, measured]
  })
  return Object.fromEntries(watched) as unknown as GameAdapter
}
