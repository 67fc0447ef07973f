import type { Caller } from '@qd/server-kit'
import type { Store } from '@qd/store'
import { loadTokenCaller } from './load-caller.ts'
import type { AccessPort } from '../session-deps.ts'
import type { SessionTables } from '../session-tables.ts'

interface LoadDeps {
  store: Store<SessionTables>
  access: Pick<AccessPort, 'rightsOf'>
}

/**
 * Somebody as a caller with their rights as of now, for work done in their name without a session of theirs; null when
 * the account is gone, disabled or only invited. Reads the database each time.
 */
export async function loadAccountCaller({ store, access }: LoadDeps, userId: string): Promise<Caller | null> {
  const account = await store.read
    .selectFrom('user_account')
    .select(['username', 'name', 'person_id as personId'])
    .where('id', '=', userId)
    .where('disabled', '=', 0)
    .where('invited', '=', 0)
    .executeTakeFirst()
  if (account === undefined) return null
  const { roles, grants } = await access.rightsOf(userId)
  return { userId, ...account, sessionId: '', roles, grants }
}

/** The same for what was begun with an API token; null as well once the token is revoked or its time is over. */
export async function loadTokenHolder(
  deps: LoadDeps & { nowMs: () => number },
  tokenId: string,
): Promise<Caller | null> {
  const loaded = await loadTokenCaller(deps, { id: tokenId })
  return loaded === null || loaded.expiresAt <= deps.nowMs() ? null : loaded.caller
}
