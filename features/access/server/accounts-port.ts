import type { AccountCommit as Commit, AccountsPort as Port } from '@qd/session/contract'
import type { Kysely } from 'kysely'

/** What user administration needs of the accounts; the session feature is behind it. */
export type AccountsPort = Port<Kysely<never>>
export type AccountCommit = Commit<Kysely<never>>
