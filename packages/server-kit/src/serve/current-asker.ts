import { AsyncLocalStorage } from 'node:async_hooks'
import { BACKGROUND, SHARED } from '@qd/game-contract/adapter'
import type { Asker } from '@qd/game-contract/adapter'
import type { Language } from '@qd/i18n'

const asking = new AsyncLocalStorage<Asker>()

/** Who calls, and the language they read. */
export interface Person {
  id: string
  language: Language
}

/** For whom the running code asks game servers: the person of its call, otherwise background work. */
export function currentAsker(): Asker {
  return asking.getStore() ?? BACKGROUND
}

/** Runs a person's call. */
export function askFor<T>({ id, language }: Person, work: () => T): T {
  return asking.run({ kind: 'person', id, language }, work)
}

/**
 * Runs what nobody waits for, also when a call set it off: jobs, what pages ask again and again, states in lists. What
 * servers say is read later in `language`, where somebody will read it.
 */
export function inBackground<T>(work: () => T, language?: Language): T {
  return asking.run(language === undefined ? BACKGROUND : { kind: 'background', language }, work)
}

/** Runs one call for all who wait for its answer, so that it does not count for the first of them. */
export function forAllWaiting<T>(work: () => T): T {
  return asking.run(SHARED, work)
}
