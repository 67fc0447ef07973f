import type {
  AuditPort,
  CallersPort,
  NotificationsPort,
  ScopePort,
  ServedJob,
  SessionPort,
} from '@qd/server-kit'
import type { Language, TextParams } from '@qd/i18n'
import type { AppError } from '@qd/contract-kit'
import type { Leases, Store } from '@qd/store'
import type { JobTables } from './job-tables.ts'
import type { OutputLimits } from './output/output-limits.ts'

/** What the jobs feature needs of the rest of the program. */
export interface JobsDeps {
  store: Store<JobTables>
  audit: AuditPort
  callers: CallersPort
  session: Pick<SessionPort, 'current' | 'onEnded' | 'onRightsChanged'>
  scope: ScopePort
  /** Names of a scope path from the game down, as far as the catalogue knows them. */
  namesOf: (path: string) => readonly string[]
  /** Every kind of the running program. */
  kinds: () => readonly ServedJob[]
  texts: {
    title(lang: Language, key: string): string
    text(lang: Language, key: string, params?: TextParams): string
    error(error: AppError, lang: Language): string
  }
  /** Tells owners what their jobs came to. */
  notifications: NotificationsPort
  /** Whether the approval a job was started with was taken back by a veto; absent: nothing is approved. */
  isVetoed?: (jobId: string) => Promise<boolean>
  log: { error(detail: unknown, message: string): void }
  nowMs?: () => number
  /** Other times in tests. */
  timing?: Partial<JobTiming>
  /** Other bounds of output in tests. */
  outputLimits?: Partial<OutputLimits> | undefined
}

export interface JobTiming {
  /** Between two looks for jobs nobody told of. */
  pollMs: number
  /** How long others wait after a node has died. */
  leaseMs: number
  /** First wait for a server that is down; doubled each time. */
  backOffMs: number
  /** How long a chunk may go on when the node stops, before it is told to end. */
  drainMs: number
}

/** The dependencies with what every part of the feature needs besides. */
export interface UseCaseDeps extends JobsDeps {
  nowMs: () => number
  isVetoed: (jobId: string) => Promise<boolean>
  timing: JobTiming
  leases: Leases
  kindOf(name: string): ServedJob | undefined
}

export const JOB_TIMING: JobTiming = { pollMs: 2_000, leaseMs: 10_000, backOffMs: 2_000, drainMs: 3_000 }
