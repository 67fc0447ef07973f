import type { AccountCommit as Commit, AccountsPort as Port } from '@qd/session/contract'
import type { AnyTx } from '@qd/store'

/** What user administration needs of the accounts; the session feature is behind it. */
export type AccountsPort = Port<AnyTx>
export type AccountCommit = Commit<AnyTx>
