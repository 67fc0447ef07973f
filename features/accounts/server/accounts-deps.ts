import type { Caller, CallContext } from '@qd/server-kit'
import type { AccountCommit as Commit, AccountView, AccountsPort as Port } from '@qd/session/contract'
import type { AnyTx } from '@qd/store'
import type { RightsSource, RoleGrant } from '@qd/access/contract'
import type { UserView } from '../contract/index.ts'
import type { OwnAccountPort } from './own-account/own-account-port.ts'

/** The accounts themselves; the session feature is behind it. */
export type AccountsPort = Port<AnyTx>
export type AccountCommit = Commit<AnyTx>

/** What the rights as of one moment say of users, to one who asks. */
export interface SeenRights {
  /** The ids to look among; undefined: all accounts. */
  among(filter: { role?: string | undefined; groupId?: string | undefined }): string[] | undefined
  /** The account; one out of sight is as missing as one that is not there. */
  find(userId: string): Promise<AccountView>
  /** The account with what it holds, as far as the one who asks may see it. */
  show(account: AccountView): UserView
  sourcesOf(userId: string): RightsSource[]
}

/** A change of accounts, decided on the rights of one moment. */
export interface Decision {
  /** Commits only while these rights still stand; otherwise everything is decided anew. */
  commit: AccountCommit
  /** The account, if the caller may change it; throws otherwise. */
  findManaged(userId: string): Promise<AccountView>
  /** What a new account is to hold, in the words of the audit; throws unless the caller may give all of it. */
  firstRights(asked: { grants: readonly RoleGrant[]; groupIds: readonly string[] }): {
    words: { grants: string[]; groups: string[] }
    write(tx: AnyTx, userId: string): Promise<void>
  }
  /** At the end of a write that disables somebody: throws when nobody is left who may do everything. */
  keepAnAdmin(tx: AnyTx): Promise<void>
}

/** Who may see and change whom; the access feature is behind it. */
export interface RightsPort {
  seenBy(caller: Caller): Promise<SeenRights>
  administer<T>(
    ctx: Pick<CallContext, 'caller' | 'commit'>,
    decide: (decision: Decision) => Promise<T>,
  ): Promise<T>
}

/** Mail to people who have no account yet. */
export interface LinkMail {
  /** The address of a one-time link as somebody outside opens it. */
  addressOf(path: string): string
  /** False when the mail server did not take it; why is in the log. */
  send(mail: { to: string; subject: string; text: string }, signal: AbortSignal): Promise<boolean>
}

export interface AccountsDeps {
  /** Null: this console sends no mail, or does not know its own address. */
  mail: LinkMail | null
  accounts: AccountsPort
  rights: RightsPort
  own: OwnAccountPort
}
