import type { Risk } from '@qd/contract-kit'
import type { AnyTx, WriteOptions } from '@qd/store'

/** Who did what to what; never holds a secret in the clear. */
export interface AuditEntry {
  requestId: string
  actorId: string
  actor: string
  sessionId: string
  address: string
  /** Title of the route, e.g. `data-edit.commit`. */
  action: string
  risk: Risk
  /** Scope path of the target. */
  scope: string
  /** The object: a uId, a user id, an edit id. */
  target: string
  reason: string
  detail: Record<string, unknown>
}

export interface AuditResult {
  /** 0 or the HTTP status of the refusal. */
  status: number
  code: string
  detail?: Record<string, unknown>
}

/**
 * What the kit needs of the audit feature. All fail with `audit_unavailable` when the row can't be written within 2 s, and
 * with `storage_full` when there is no room. `outcome`, `event` and `refused` tell what has happened already, so they use the
 * reserve; a refusal because of the full disk itself does not.
 */
export interface AuditPort {
  /** Before an outside effect; resolves with the row's id once it is durable. */
  intent(entry: AuditEntry): Promise<string>
  /** After it. */
  outcome(intentId: string, result: AuditResult): Promise<void>
  /** A change within the store and its row, in one transaction; an entry as a function is asked for after the change. */
  commit<T>(
    entry: AuditEntry | (() => AuditEntry),
    change: (tx: AnyTx) => Promise<T>,
    options?: WriteOptions,
  ): Promise<T>
  /** A write that was refused. */
  refused(entry: AuditEntry, result: AuditResult): Promise<void>
  /** Something that happened without a call of its own, e.g. a failed login. */
  event(entry: AuditEntry, result: AuditResult): Promise<void>
}
