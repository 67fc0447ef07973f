import type { Grant, PermissionTriple } from '@qd/contract-kit'
import type { Dialer } from '@qd/game-contract/adapter'
import type { AuditPort, NotificationsPort, SecretBox } from '@qd/server-kit'
import type { AnyTx, Store } from '@qd/store'
import type { Kysely } from 'kysely'
import type { OidcSettings } from './identity-provider/identity-provider.ts'
import type { SessionTables } from './session-tables.ts'

/** A role for a user below a scope path (`*` for everything) in one environment or all. */
export interface RoleAssignment {
  role: string
  scope: string
  environment: Grant['environment']
}

/** What sessions need of the access feature. */
export interface AccessPort {
  rightsOf(userId: string): Promise<{
    roles: readonly string[]
    grants: readonly Grant[]
    groups: readonly { id: string; name: string }[]
    /** When the first of them ends by itself; null: none does. */
    endsAt: number | null
  }>
  assignRoles(tx: AnyTx, userId: string, grants: readonly RoleAssignment[]): Promise<void>
  /** Who invited them; null: nobody, or nobody knows. */
  inviterOf(tx: AnyTx, userId: string): Promise<string | null>
  /** As part of the write that changes them. */
  announceChange(tx: AnyTx, userId: string): void
  onChange(listener: (userId: string) => void): () => void
  ensureGroup(tx: AnyTx, name: string, parentId: string | null): Promise<string>
  joinGroup(tx: AnyTx, groupId: string, userId: string): Promise<void>
  /** Brings the memberships that follow the identity provider in line with the names of its groups. */
  syncExternalGroups(tx: AnyTx, userId: string, names: readonly string[]): Promise<void>
}

/** Argon2id cost; the default is what OWASP names as minimum. Tests take less. */
export interface HashCost {
  memoryKib: number
  passes: number
}

export interface SessionDeps {
  store: Store<SessionTables>
  audit: AuditPort
  access: AccessPort
  secretBox: SecretBox
  /** Tells people of what happened to their account. */
  notifications: NotificationsPort
  /** Every permission of the running program. */
  catalogue: () => readonly PermissionTriple[]
  /** Whether GET /api/auth/login answers (S7.02): on in the sandbox, else off unless switched on. */
  loginGet: boolean
  /** Shortest new password; never below 6 (S5.03). */
  passwordMin: number
  /** Absent: nobody signs in through an identity provider. */
  oidc?: { settings: OidcSettings; dialer: Pick<Dialer, 'fetch'> } | undefined
  /** Where people reach the console; https makes its cookies travel by https alone. */
  publicUrl?: string | undefined
  /** Everybody needs a second factor, not only whom an administrator says so of. */
  requiresSecondFactor?: boolean
  nowMs?: () => number
  hashCost?: HashCost
}

/** Runs a change of the store together with its audit row: `ctx.commit` of a call, or the audit port. */
export type Commit = <T>(change: (tx: Kysely<SessionTables>) => Promise<T>) => Promise<T>
