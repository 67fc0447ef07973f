import type { Environment } from '@qd/contract-kit'
import type { Networks } from '@qd/game-contract/adapter'
import type { FrameDescriptor } from '@qd/game-frame'
import type { Caller, CataloguePlace, GroupsPort, GuardedDialer, JobsPort, ReachPort } from '@qd/server-kit'
import type { Store } from '@qd/store'
import type { BotsTables } from './bots-tables.ts'
import type { RecordEnter } from './worker/messages.ts'

/** How a job stands, for those who started it. */
export interface JobStanding {
  state: string
  isOpen: boolean
}

/** A socket-only record as bots play it. */
export interface PlayedRecord {
  recordId: string
  name: string
  url: string
  networks: Networks
  layout: FrameDescriptor
  nested: Record<string, unknown>
  cmds: readonly { cmd: number; name: string; req: string; res: string; push: string }[]
  enter: RecordEnter | null
}

export interface BotsDeps {
  store: Store<BotsTables>
  reach: ReachPort<'proto' | 'protocol'>
  /** A game known by its frames and messages alone, by id or name; refused to whoever may not connect to it. */
  records(caller: Caller, place: CataloguePlace, idOrName: string): Promise<PlayedRecord>
  dialer: Pick<GuardedDialer, 'checkSocketPeer'>
  jobs: JobsPort
  /** How jobs stand by their ids; those that are gone are missing. */
  standingOf(ids: readonly string[]): Promise<ReadonlyMap<string, JobStanding>>
  /** Lines of a job behind a cursor; the last ones with `fromEnd`. */
  outputOf(cursor: { jobId: string; after?: number; fromEnd?: boolean; limit: number }): Promise<{
    list: readonly { kind: string; body: string }[]
    next: number
    end: number
  }>
  groups: GroupsPort
  /** Most clients at once in an environment. */
  most: Readonly<Record<Environment, number>>
  log: { error(detail: unknown, message: string): void }
  nowMs?: () => number
  /** How long all clients may be without the server before a run gives up; shorter in tests. */
  goneAfterMs?: number
}

export interface UseCaseDeps extends BotsDeps {
  nowMs: () => number
  goneAfterMs: number
}
