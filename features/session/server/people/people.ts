import { AppError } from '@qd/contract-kit'
import { uuidv7 } from '@qd/server-kit'
import type { Store } from '@qd/store'
import type { Kysely } from 'kysely'
import { sessionErrors } from '../../contract/index.ts'
import type { SessionTables } from '../session-tables.ts'

type Db = Kysely<SessionTables>

/** Who has the account: one person may have several. */
async function personOf(db: Db, userId: string): Promise<string> {
  const row = await db
    .selectFrom('user_account')
    .select('person_id')
    .where('id', '=', userId)
    .executeTakeFirst()
  if (row === undefined) throw new AppError(sessionErrors.user_not_found)
  return row.person_id
}

/** Ids of the other accounts of the same person. */
export async function otherAccountsOf({ read }: Store<SessionTables>, userId: string): Promise<string[]> {
  const rows = await read
    .selectFrom('user_account')
    .select('id')
    .where('person_id', '=', (from) =>
      from.selectFrom('user_account as own').select('own.person_id').where('own.id', '=', userId),
    )
    .where('id', '!=', userId)
    .orderBy('id')
    .execute()
  return rows.map(({ id }) => id)
}

/**
 * Two accounts are of one person from now on, and so are all that were tied to either. Gives whose accounts they are.
 * Throws `person_same` when they are already.
 */
export async function tieAccounts(tx: Db, userId: string, otherId: string): Promise<string[]> {
  const [own, other] = [await personOf(tx, userId), await personOf(tx, otherId)]
  if (own === other) throw new AppError(sessionErrors.person_same, { field: 'otherId' })
  const moved = await tx
    .updateTable('user_account')
    .set({ person_id: other })
    .where('person_id', '=', own)
    .returning('id')
    .execute()
  return moved.map(({ id }) => id)
}

/** The account is of a person of its own again. Throws `person_alone` when it is. */
export async function untieAccount(tx: Db, userId: string): Promise<void> {
  const person = await personOf(tx, userId)
  const same = await tx.selectFrom('user_account').select('id').where('person_id', '=', person).execute()
  if (same.length < 2) throw new AppError(sessionErrors.person_alone, { field: 'userId' })
  await tx.updateTable('user_account').set({ person_id: uuidv7() }).where('id', '=', userId).execute()
}
