import type { AppError, ApprovalType, Environment, PermissionTriple } from '@qd/contract-kit'
import type { Language, TextParams } from '@qd/i18n'
import type {
  ApprovalFollower,
  ApprovedCalls,
  AuditPort,
  Caller,
  CallersPort,
  GivenRole,
  JobResult,
  NotificationsPort,
  SecretBox,
  SessionPort,
} from '@qd/server-kit'
import type { Leases, Store } from '@qd/store'
import type { ApprovalTables } from './approval-tables.ts'
import type { ProvenRow } from './proof/proof-file.ts'

/** How a job stands that an execution has started. */
export interface JobStanding {
  state: string
  isOpen: boolean
  total: number
  done: number
  failed: number
}

/** What the approvals feature needs of the rest of the program. */
export interface ApprovalsDeps {
  store: Store<ApprovalTables>
  audit: AuditPort
  secretBox: SecretBox
  callers: CallersPort
  session: Pick<SessionPort, 'current'>
  notifications: NotificationsPort
  groups: {
    /** Ids of the groups a user is in or below. */
    idsOf(userId: string): Promise<readonly string[]>
    namesOf(ids: readonly string[]): Promise<ReadonlyMap<string, string>>
    knownTo(caller: Caller): Promise<readonly { id: string; name: string }[]>
  }
  /** Ids of all users who hold a permission at the whole place. */
  holdersOf(
    permission: PermissionTriple,
    place: { scope: string; environment: Environment | null },
  ): Promise<readonly string[]>
  /** Ids of all users who hold a permission for the whole of some place. */
  holdersAnywhere(permission: PermissionTriple): Promise<readonly string[]>
  /** The lines of the catalogue. */
  linePlaces(): readonly { scope: string; environment: Environment }[]
  /** Kinds of requests that are of the console rather than of a line. */
  consoleTypes(): readonly string[]
  /** Whether somebody could give this role there themselves, for so long. */
  mayGive(caller: Caller, given: GivenRole): Promise<boolean>
  /** The account of this user name; null: none that can sign in. */
  accountOf(username: string): Promise<{ id: string; name: string } | null>
  /** Names of a scope path from the game down. */
  placeNames(path: string): readonly string[]
  jobs: {
    endingsOf(ids: readonly string[]): Promise<ReadonlyMap<string, JobStanding>>
    /** What an ended one came to, where its kind counts other things than rows. */
    resultOf(id: string): Promise<JobResult | null>
    /** The job that an account started with this key; null: none. */
    startedWith(userId: string, idempotencyKey: string): Promise<string | null>
    /** Ends it at its next row, whoever owns it; nothing where it has ended. */
    cancel(jobId: string, byUserId: string): Promise<void>
  }
  /** Rows of the audit chain that name a request, of its own calls and of those that handed it in. */
  chainOf(requestId: string, callIds: readonly string[]): Promise<readonly ProvenRow[]>
  /** The last row of the audit chain. */
  auditHead(): Promise<{ seq: number; hash: string }>
  /** Asked once all features are there. */
  calls: () => ApprovedCalls
  types: () => readonly ApprovalType[]
  /** Owners of what requests are about. */
  followers: () => readonly ApprovalFollower[]
  texts: {
    /** Title of a route. */
    title(lang: Language, key: string): string
    /** Title of a kind of requests. */
    approval(lang: Language, key: string): string
    text(lang: Language, key: string, params?: TextParams): string
    error(error: AppError, lang: Language): string
  }
  log: { error(detail: unknown, message: string): void }
  nowMs?: () => number
  timing?: Partial<ApprovalsTiming>
}

export interface ApprovalsTiming {
  /** Between two looks at what is to be executed, followed or ended. */
  pollMs: number
  /** How long others wait after a node has died. */
  leaseMs: number
  /** How long executions may go on when the node stops. */
  drainMs: number
  /** Between two looks whether policies ask where too few people may decide. */
  gapsMs: number
}

export const APPROVALS_TIMING: ApprovalsTiming = {
  pollMs: 2_000,
  leaseMs: 10_000,
  drainMs: 3_000,
  gapsMs: 10_000,
}

/** The dependencies with what every part of the feature needs besides. */
export interface UseCaseDeps extends ApprovalsDeps {
  nowMs: () => number
  timing: ApprovalsTiming
  leases: Leases
}

/** Something has changed: wakes the nodes, and tells open pages. */
export const APPROVALS_TOPIC = 'approvals'
