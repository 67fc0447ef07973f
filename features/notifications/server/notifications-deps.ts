import type { Environment, PermissionTriple } from '@qd/contract-kit'
import type { Networks } from '@qd/game-contract/adapter'
import type { Language, TextParams } from '@qd/i18n'
import type { GuardedDialer, NotificationKind, SecretBox } from '@qd/server-kit'
import type { AnyTx, Leases, Store } from '@qd/store'
import type { NotificationTables } from './notification-tables.ts'
import type { Tell } from './tell.ts'

/** A place permissions are asked for at. */
export interface NoticePlace {
  scope: string
  /** Null above the lines: only a grant for all environments covers it. */
  environment: Environment | null
}

/** The mail server of the settings. */
export interface SmtpSettings {
  host: string
  port: number
  /** TLS from the first byte, after STARTTLS, or none at all. */
  tls: 'always' | 'starttls' | 'none'
  login?: { user: string; password: string }
  from: string
  networks: Networks
  /** Authorities instead of the usual ones. */
  ca?: string
}

/** What notifications need of the rest of the program. */
export interface NotificationsDeps {
  store: Store<NotificationTables>
  /** Every kind of the running program. */
  kinds: () => readonly NotificationKind[]
  /** Ids of all users who hold a permission at the whole place. */
  holdersOf(permission: PermissionTriple, place: NoticePlace): Promise<readonly string[]>
  /** Those of them who can sign in. */
  activeAmong(tx: AnyTx, userIds: readonly string[]): Promise<readonly string[]>
  /** What users are called, by their ids. */
  userNamesOf(userIds: readonly string[]): Promise<ReadonlyMap<string, string>>
  /** Names of a scope path from the game down. */
  namesOf(path: string): readonly string[]
  environmentOf(path: string): Environment | null
  texts: {
    text(lang: Language, key: string, params?: TextParams): string
    has(lang: Language, key: string): boolean
  }
  secretBox: SecretBox
  dialer: Pick<GuardedDialer, 'stream' | 'connectTcp' | 'connectTls'>
  /** Absent: no mail is sent. */
  smtp?: SmtpSettings | undefined
  /** Where people reach the console; without it messages have no links. */
  publicUrl?: string | undefined
  log: { error(detail: unknown, message: string): void }
  nowMs?: () => number
  /** From 0 to 1. */
  random?: () => number
  timing?: Partial<NotificationTiming>
}

export interface NotificationTiming {
  /** Between two looks for what nobody told of. */
  pollMs: number
  /** How long others wait after a node has died. */
  leaseMs: number
  /** For one delivery. */
  sendMs: number
  /** First wait after a failure; doubled each time. */
  backOffMs: number
  longestBackOffMs: number
  /** How long the work of a turn goes on before other receivers get the place. */
  turnMs: number
}

export const NOTIFICATION_TIMING: NotificationTiming = {
  pollMs: 2_000,
  leaseMs: 10_000,
  sendMs: 10_000,
  backOffMs: 5_000,
  longestBackOffMs: 1_800_000,
  turnMs: 5_000,
}

/** The dependencies with what every part of the feature needs besides. */
export interface UseCaseDeps extends NotificationsDeps {
  nowMs: () => number
  random: () => number
  timing: NotificationTiming
  leases: Leases
  tell: Tell
}
