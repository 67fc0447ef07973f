import type { PermissionTriple } from '@qd/contract-kit'
import type { AnyTx } from '@qd/store'

/** What people are told of; a feature declares its own. Its words stand under `notify.<name>` of the feature texts. */
export interface NotificationKind {
  /** `feature.event`; kept with preferences and webhooks, so it never changes. */
  readonly name: string
  readonly level: 'info' | 'success' | 'warning' | 'error'
  /** Who may have it told of a place: their own inbox, or a webhook there. Absent: it is told to named people only. */
  readonly heldBy?: PermissionTriple
}

/** What happened, once. */
export interface Notice {
  readonly kind: NotificationKind
  /** A `text` is a sentence of the feature texts, by its key: each reader gets it in their language, like `texts`. */
  readonly params: Readonly<
    Record<
      string,
      | string
      | number
      | { readonly text: string; readonly params?: Readonly<Record<string, string | number>> }
      | { readonly texts: Readonly<Partial<Record<string, string>>>; readonly otherwise: string }
    >
  >
  /** Page of the console it leads to, e.g. `/jobs?job=…`. */
  readonly page?: string
  /** Scope path of where it happened; webhooks are chosen by it. */
  readonly scope?: string
  /** The same kind with the same key is told to a person or a webhook once. */
  readonly key: string
}

export interface NotificationsPort {
  /**
   * Tells users, by id, or `holders`: all who hold the kind's permission where it happened. Part of the transaction of what
   * happened, so that one is never kept without the other. Slow receivers never hold it up.
   */
  tell(tx: AnyTx, notice: Notice, to: readonly string[] | 'holders'): Promise<void>
}
