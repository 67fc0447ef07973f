import type { Kysely } from 'kysely'
import type { AccountCommit as Commit, AccountsPort as Port } from '../contract/index.ts'

export type AccountsPort = Port<Kysely<never>>
export type AccountCommit = Commit<Kysely<never>>
