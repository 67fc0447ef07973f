import type { AccountCommit as Commit, AccountsPort as Port } from '@qd/session/contract'
import type { AnyTx } from '@qd/store'

/** What those who decide on rights need of the accounts; the session feature is behind it. */
export type AccountsPort = Pick<Port<AnyTx>, 'list' | 'find' | 'othersOf' | 'activeAmong' | 'voidLinks'>
export type AccountCommit = Commit<AnyTx>
