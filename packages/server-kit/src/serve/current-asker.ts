import { AsyncLocalStorage } from 'node:async_hooks'
import { BACKGROUND, SHARED } from '@qd/game-contract/adapter'
import type { Asker } from '@qd/game-contract/adapter'

const asking = new AsyncLocalStorage<Asker>()

/** For whom the running code asks game servers: the person of its call, otherwise background work. */
export function currentAsker(): Asker {
  return asking.getStore() ?? BACKGROUND
}

/** Runs a person's call. */
export function askFor<T>(userId: string, work: () => T): T {
  return asking.run({ kind: 'person', id: userId }, work)
}

/** Runs what nobody waits for, also when a call set it off: jobs, what pages ask again and again, states in lists. */
export function inBackground<T>(work: () => T): T {
  return asking.run(BACKGROUND, work)
}

/** Runs one call for all who wait for its answer, so that it does not count for the first of them. */
export function forAllWaiting<T>(work: () => T): T {
  return asking.run(SHARED, work)
}
