import type { Store } from '@qd/store'
import type { SessionTables } from '../session-tables.ts'

/** What accounts and API tokens are called, by their ids. */
export async function namesOf(
  { read }: Store<SessionTables>,
  ids: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  const [accounts, tokens] = await Promise.all([
    read.selectFrom('user_account').select(['id', 'username as name']).where('id', 'in', ids).execute(),
    read.selectFrom('api_token').select(['id', 'name']).where('id', 'in', ids).execute(),
  ])
  return new Map([...accounts, ...tokens].map(({ id, name }) => [id, name]))
}
