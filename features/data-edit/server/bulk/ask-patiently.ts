import { setTimeout as sleep } from 'node:timers/promises'
import { GAME_CODES } from '@qd/game-contract'
import { GameError } from '@qd/game-contract/adapter'
import { JobPause } from '@qd/server-kit'

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

/** Turns the failures that mean the server, not the player, into a pause of the job. */
export function pauseWhenAway(error: unknown): void {
  if (!(error instanceof GameError)) return
  const { kind, code, msg } = error
  if (kind === 'refused' && code === GAME_CODES.maintenance) throw new JobPause('maintenance', msg)
  if (kind === 'down') throw new JobPause('server_down', msg)
}
