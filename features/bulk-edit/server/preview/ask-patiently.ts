import { setTimeout as sleep } from 'node:timers/promises'
import { GAME_CODES } from '@qd/game-contract'
import { GameError } from '@qd/game-contract/adapter'
import type { JobRun, RowOutcome } from '@qd/server-kit'

const BUSY_TRIES = 6
const BUSY_WAIT_MS = 100

const isBusy = (error: unknown): boolean =>
  error instanceof GameError && error.kind === 'refused' && error.code === GAME_CODES.busy

/** Makes a game call anew, a little later each time, while the server says that it is busy. */
export async function askPatiently<T>(call: () => Promise<T>, signal: AbortSignal): Promise<T> {
  for (let tries = 1; ; tries += 1) {
    try {
      return await call()
    } catch (error) {
      if (!isBusy(error) || tries === BUSY_TRIES) throw error
      await sleep(BUSY_WAIT_MS * tries, undefined, { signal })
    }
  }
}

/** Why a failure means the server and not the player; null for those of the player. */
export function awayWhy(error: unknown): 'server_down' | 'maintenance' | null {
  if (!(error instanceof GameError)) return null
  const { kind, code } = error
  if (kind === 'refused' && code === GAME_CODES.maintenance) return 'maintenance'
  return kind === 'down' ? 'server_down' : null
}

/** How a row ends for now whose server is away. */
export function waitFor(
  why: 'server_down' | 'maintenance',
  { sId }: { sId: number },
  text: JobRun['text'],
): RowOutcome {
  return { status: 'waiting', code: why, msg: text(`bulk.wait.${why}`, { sId }) }
}
