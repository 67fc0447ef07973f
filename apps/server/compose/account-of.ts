import type { SessionFeature } from '@qd/session/server'

/** The active account with this username; null: there is none. */
export async function accountOf(
  { accounts }: Pick<SessionFeature, 'accounts'>,
  username: string,
): Promise<{ id: string; name: string } | null> {
  const { list } = await accounts.list({ search: username, state: 'active', page: 1, pageSize: 100 })
  const found = list.find((each) => each.username === username)
  return found === undefined ? null : { id: found.id, name: found.name }
}
