import { AppError } from '@qd/contract-kit'
import { uuidv7 } from '@qd/server-kit'
import { foldForSearch } from '@qd/store'
import type { Kysely } from 'kysely'
import { sessionErrors } from '../../contract/index.ts'
import { searchText } from './list-accounts.ts'
import { checkNewName, claimLooks, newNameOf } from './new-name.ts'
import type { AccountRow, SessionTables } from '../session-tables.ts'

/** How names are compared: case and compatibility forms do not tell accounts apart. */
export function foldUsername(username: string): string {
  return foldForSearch(username.trim())
}

export interface NewAccount {
  username: string
  name: string
  department?: string
  /** Empty for somebody invited. */
  passwordHash: string
  atMs: number
  isInvited?: boolean
  mustUseSecondFactor?: boolean
}

/**
 * Adds an account within a write. Throws what is wrong with the name, that it is taken, or that it looks like another
 * one, all naming `username`. Gives its id.
 */
export async function insertAccount(tx: Kysely<SessionTables>, account: NewAccount): Promise<string> {
  const username = newNameOf(account.username)
  checkNewName(username)
  const row: AccountRow = {
    id: uuidv7(),
    username,
    username_lower: foldUsername(username),
    name: account.name,
    department: account.department ?? '',
    search: searchText({ username, name: account.name, department: account.department ?? '' }),
    phone: '',
    sex: '',
    level: 0,
    password_hash: account.passwordHash,
    disabled: 0,
    created_at: account.atMs,
    last_login_at: null,
    password_changed_at: account.atMs,
    invited: account.isInvited === true ? 1 : 0,
    must_use_second_factor: account.mustUseSecondFactor === true ? 1 : 0,
    person_id: uuidv7(),
  }
  const inserted = await tx
    .insertInto('user_account')
    .values(row)
    .onConflict((conflict) => conflict.column('username_lower').doNothing())
    .returning('id')
    .executeTakeFirst()
  if (inserted === undefined)
    throw new AppError(sessionErrors.username_taken, { field: 'username', params: { username } })
  await claimLooks(tx, inserted.id, username)
  return inserted.id
}

/** Whether anybody can sign in yet. */
export async function hasAccounts(db: Kysely<SessionTables>): Promise<boolean> {
  return (await db.selectFrom('user_account').select('id').limit(1).executeTakeFirst()) !== undefined
}
