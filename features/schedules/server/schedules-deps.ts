import type { AppError } from '@qd/contract-kit'
import type { Language, TextParams } from '@qd/i18n'
import type {
  AuditPort,
  CallersPort,
  NotificationsPort,
  PoliciesPort,
  ScopePort,
  ServedSchedule,
  SystemSchedule,
} from '@qd/server-kit'
import type { Leases, Store } from '@qd/store'
import type { ScheduleTables } from './schedule-tables.ts'

/** How a job stands that a run has started. */
export interface JobStanding {
  isOpen: boolean
  /** Nothing of it failed, and nothing was given up. */
  isGood: boolean
  total: number
  done: number
  failed: number
}

/** What the schedules feature needs of the rest of the program. */
export interface SchedulesDeps {
  store: Store<ScheduleTables>
  audit: AuditPort
  callers: CallersPort
  scope: ScopePort
  notifications: NotificationsPort
  policies: PoliciesPort
  /** Names of a scope path from the game down, as far as the catalogue knows them. */
  namesOf: (path: string) => readonly string[]
  /** Every kind of the running program. */
  kinds: () => readonly ServedSchedule[]
  /** What the running program does by itself. */
  systemEntries: () => readonly SystemSchedule[]
  /** How jobs stand, by their ids; one that is gone is left out. */
  jobsOf: (ids: readonly string[]) => Promise<ReadonlyMap<string, JobStanding>>
  texts: {
    title(lang: Language, key: string): string
    text(lang: Language, key: string, params?: TextParams): string
    error(error: AppError, lang: Language): string
  }
  log: { error(detail: unknown, message: string): void }
  nowMs?: () => number
  /** Zone of what the program does by itself, by a name that `knownZone` gives. */
  systemZone: string
  /** Other times in tests. */
  timing?: Partial<SchedulesTiming>
}

export interface SchedulesTiming {
  /** Between two looks at what is due. */
  pollMs: number
  /** How long others wait after a node has died. */
  leaseMs: number
  /** How long a run that met a fault of the console waits for its next try. */
  retryMs: number
  /** How long runs may go on when the node stops. */
  drainMs: number
}

/** The dependencies with what every part of the feature needs besides. */
export interface UseCaseDeps extends SchedulesDeps {
  nowMs: () => number
  timing: SchedulesTiming
  leases: Leases
  kindOf(name: string): ServedSchedule | undefined
  systemOf(name: string): SystemSchedule | undefined
}

export const SCHEDULES_TIMING: SchedulesTiming = {
  pollMs: 1_000,
  leaseMs: 10_000,
  retryMs: 5_000,
  drainMs: 3_000,
}

/** Wakes the nodes: somebody made an entry or asked for a run. */
export const SCHEDULES_TOPIC = 'schedules'
