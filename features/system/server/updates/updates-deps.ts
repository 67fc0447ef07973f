import type { KeyObject } from 'node:crypto'
import type { AppError } from '@qd/contract-kit'
import type { Networks } from '@qd/game-contract/adapter'
import type { Language } from '@qd/i18n'
import type { GuardedDialer, NotificationsPort } from '@qd/server-kit'
import type { Store } from '@qd/store'
import type { UpdateTables } from './update-tables.ts'

/** Where new versions come from, as whoever runs the console has written it down. */
export interface FeedSettings {
  /** An https address, or an absolute path on this machine. */
  feed: string
  /** Ed25519 key of the publisher. */
  key: KeyObject
  /** What the feed's own address may lead into. */
  networks: Networks
  /** PEM of the authorities its certificate is checked against; absent: the usual ones. */
  ca?: string
}

/** How long the feed and a package may take, ms; shorter in tests. */
export interface UpdateTimes {
  connectMs: number
  firstByteMs: number
  idleMs: number
  /** Of the whole feed. */
  feedMs: number
  /** Of a whole package. */
  packageMs: number
  /** From the start to the first look: by then the console stands, and people to tell are known. */
  startMs: number
  /** How often a run says that it lives and how far it is. */
  renewMs: number
}

export interface UpdatesDeps {
  /** Null: the settings name none. */
  source: FeedSettings | null
  store: Store<never>
  dialer: Pick<GuardedDialer, 'stream'>
  notifications: NotificationsPort
  /** Folder of the data directory for packages; made when one comes. */
  folder: string
  /** Version of the program that runs. */
  running: string
  /** The sentence of a failure. */
  say(error: AppError, lang: Language): string
  log: { warn(detail: unknown, message: string): void }
  /** This machine as Node names it. */
  platform?: string
  arch?: string
  machine?: string
  nowMs?(): number
  times?: Partial<UpdateTimes>
}

/** What the use cases work with. */
export interface UseCaseDeps extends Required<Omit<UpdatesDeps, 'store' | 'times'>> {
  store: Store<UpdateTables>
  times: UpdateTimes
  /** The download of this node, while there is one. */
  current: { ending: AbortController | null; done: Promise<void> }
}

export const UPDATE_TIMES: UpdateTimes = {
  connectMs: 5_000,
  firstByteMs: 10_000,
  idleMs: 10_000,
  feedMs: 20_000,
  packageMs: 4 * 3_600_000,
  startMs: 60_000,
  renewMs: 500,
}
