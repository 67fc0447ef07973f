import type { Caller } from '@qd/server-kit'
import type { Store } from '@qd/store'
import type { AccessPort } from './session-deps.ts'
import type { SessionTables } from './session-tables.ts'

interface LoadDeps {
  store: Store<SessionTables>
  access: Pick<AccessPort, 'rightsOf'>
}

/**
 * Somebody as a caller with his rights as of now, for work done in his name without a session of his; null when
 * the account is gone, disabled or only invited. Reads the database each time.
 */
export async function loadAccountCaller({ store, access }: LoadDeps, userId: string): Promise<Caller | null> {
  const account = await store.read
    .selectFrom('user_account')
    .select(['username', 'name'])
    .where('id', '=', userId)
    .where('disabled', '=', 0)
    .where('invited', '=', 0)
    .executeTakeFirst()
  if (account === undefined) return null
  const { roles, grants } = await access.rightsOf(userId)
  return { userId, ...account, sessionId: '', roles, grants }
}
