import type {
  CurrenciesOf,
  FilesPort,
  JobsPort,
  LimitsPort,
  RatesPort,
  ReachPort,
  ReachedServer,
  RequestsPort,
  RollbackPort,
  ScopePort,
} from '@qd/server-kit'
import type { Store } from '@qd/store'
import type { MailTables } from './tables.ts'

/** The calls of a game server that mail needs. */
export type MailGroups = 'mail' | 'playersQuery' | 'players' | 'items'
export type MailServer = ReachedServer<MailGroups>

/** How a job stands. */
export interface JobEnding {
  state: string
  isOpen: boolean
}

export interface MailDeps {
  store: Store<MailTables>
  reach: ReachPort<MailGroups>
  scope: ScopePort
  jobs: JobsPort
  endingsOf(jobIds: readonly string[]): Promise<ReadonlyMap<string, JobEnding>>
  /** Whether a veto took back the approval a job was started with. */
  isVetoed(jobId: string): Promise<boolean>
  files: FilesPort
  limits: LimitsPort
  /** What the console says items are worth. */
  worth: RatesPort
  currenciesOf: CurrenciesOf
  requests: RequestsPort
  /** Told what recalls take back; nobody without. */
  rollbacks?: RollbackPort
  nowMs?: () => number
}

/** What the use cases work with. */
export interface UseCaseDeps extends MailDeps {
  nowMs: () => number
}
