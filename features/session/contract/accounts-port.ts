export type AccountState = 'active' | 'disabled' | 'invited'

/**
 * The one-time link of an account: it may be used; it is void because its owner's rights changed after it was made; or
 * there is none, or none any more.
 */
export type LinkState = 'open' | 'void' | 'none'

/** An account as administrators see it; nothing secret. */
export interface AccountView {
  id: string
  username: string
  name: string
  department: string
  state: AccountState
  /** Has set up TOTP. */
  hasSecondFactor: boolean
  /** Must have it: sign-in leads to its set-up until they have. */
  mustUseSecondFactor: boolean
  /** Signs in through the identity provider only. */
  isExternal: boolean
  link: LinkState
  createdAt: number
  lastLoginAt: number | null
  /** Who has it: several accounts of one person share it. */
  personId: string
}

export interface AccountQuery {
  /** Found in user name, name or department, whatever the case. */
  search?: string
  state?: AccountState
  /** Only these; what a role or group filter found. */
  ids?: readonly string[]
  /** From 1. */
  page: number
  pageSize: number
}

/** A one-time link; the path holds the code and is shown once. */
export interface OneTimeLink {
  path: string
  expiresAt: number
}

/** Runs a change together with its audit row: `ctx.commit` of the call. `Tx` is the server's transaction. */
export type AccountCommit<Tx> = <T>(change: (tx: Tx) => Promise<T>) => Promise<T>

/** What user administration does to accounts: this feature is behind it, access asks for it. */
export interface AccountsPort<Tx> {
  list(query: AccountQuery): Promise<{ list: AccountView[]; total: number }>
  find(userId: string): Promise<AccountView | null>
  /** Which of them can sign in: neither disabled nor only invited. Within a write, as it stands there. */
  activeAmong(tx: Tx, userIds: readonly string[]): Promise<string[]>
  /** Makes an account without a password; `also` writes roles and groups in the same transaction. */
  invite(
    commit: AccountCommit<Tx>,
    user: { username: string; name: string; department: string; mustUseSecondFactor: boolean },
    also: (tx: Tx, userId: string) => Promise<void>,
  ): Promise<OneTimeLink & { userId: string }>
  /** A new link: for somebody invited, or one to set a new password, which ends sessions and the old password. */
  renewLink(commit: AccountCommit<Tx>, userId: string): Promise<OneTimeLink>
  /** The open links of these accounts lead in no more, within a write. Gives the user names of those that had one. */
  voidLinks(tx: Tx, userIds: readonly string[]): Promise<string[]>
  update(
    commit: AccountCommit<Tx>,
    userId: string,
    values: { name: string; department: string; mustUseSecondFactor: boolean },
  ): Promise<void>
  /** Disabling ends all sessions. */
  setDisabled(commit: AccountCommit<Tx>, userId: string, isDisabled: boolean): Promise<void>
  /** For who lost their phone: TOTP and recovery codes go, all sessions end. */
  dropSecondFactor(commit: AccountCommit<Tx>, userId: string): Promise<void>
  endSessions(commit: AccountCommit<Tx>, userId: string): Promise<void>
  /** The other accounts of the same person, by user name. */
  othersOf(userId: string): Promise<AccountView[]>
  /** One person has both, and all that were tied to either. */
  tie(commit: AccountCommit<Tx>, userId: string, otherId: string): Promise<void>
  /** The account is of a person of its own again. */
  untie(commit: AccountCommit<Tx>, userId: string): Promise<void>
}
