import type { AnyTx } from '@qd/store'
import type { AccountCommit as Commit, AccountsPort as Port } from '../../contract/index.ts'

export type AccountsPort = Port<AnyTx>
export type AccountCommit = Commit<AnyTx>
