import { AsyncLocalStorage } from 'node:async_hooks'
import { BACKGROUND, SHARED } from '@qd/game-contract/adapter'
import type { Asker } from '@qd/game-contract/adapter'
import type { Language } from '@qd/i18n'

interface Asking {
  asker: Asker
  /** Somebody waits for what runs: a person, a program, a game server. */
  isWaited: boolean
}

const asking = new AsyncLocalStorage<Asking>()

const OF_BACKGROUND: Asking = { asker: BACKGROUND, isWaited: false }
const OF_ALL_WAITING: Asking = { asker: SHARED, isWaited: true }

/** Who calls, and the language they read. */
export interface Person {
  id: string
  language: Language
}

/** For whom the running code asks game servers: the person of its call, otherwise background work. */
export function currentAsker(): Asker {
  return asking.getStore()?.asker ?? BACKGROUND
}

/** Whether nobody waits for what runs: a start, a job, a clean-up. Limits for those who wait do not hold for it. */
export function nobodyWaits(): boolean {
  return asking.getStore()?.isWaited !== true
}

/** Runs a person's call. */
export function askFor<T>({ id, language }: Person, work: () => T): T {
  return asking.run({ asker: { kind: 'person', id, language }, isWaited: true }, work)
}

/** Runs what somebody waits for whom game servers do not count: a stranger, a game server, a page on its live channel. */
export function whileWaited<T>(work: () => T): T {
  return asking.run({ asker: currentAsker(), isWaited: true }, work)
}

/**
 * Runs what nobody waits for, also when a call set it off: jobs, what pages ask again and again, states in lists. What
 * servers say is read later in `language`, where somebody will read it.
 */
export function inBackground<T>(work: () => T, language?: Language): T {
  const own =
    language === undefined
      ? OF_BACKGROUND
      : { asker: { kind: 'background' as const, language }, isWaited: false }
  return asking.run(own, work)
}

/** Runs one call for all who wait for its answer, so that it does not count for the first of them. */
export function forAllWaiting<T>(work: () => T): T {
  return asking.run(OF_ALL_WAITING, work)
}
