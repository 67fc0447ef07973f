import type { SearchDeps } from './search/search-deps.ts'

/** The last call of one kind that somebody made at a place. */
export interface LastCall {
  readonly userId: string
  readonly action: string
  readonly scope: string
  readonly at: number
}

/** What accounts last did, by kind of call and place: what was refused is no use of a right. */
export async function lastUses(
  { store, index }: Pick<SearchDeps, 'store' | 'index'>,
  userIds: readonly string[],
  sinceMs: number,
): Promise<LastCall[]> {
  if (userIds.length === 0) return []
  await index.catchUp()
  const first = await store.read
    .selectFrom('audit_search')
    .select('seq')
    .where('high_at', '>=', sinceMs)
    .orderBy('high_at')
    .orderBy('seq')
    .limit(1)
    .executeTakeFirst()
  if (first === undefined) return []
  const rows = await store.read
    .selectFrom('audit_search')
    .select(['actor_id', 'action', 'scope'])
    .select((eb) => eb.fn.max('at').as('at'))
    .where('actor_id', 'in', userIds)
    .where('seq', '>=', first.seq)
    .where('result', '!=', 1)
    .groupBy(['actor_id', 'action', 'scope'])
    .execute()
  return rows.map(({ actor_id: userId, action, scope, at }) => ({ userId, action, scope, at: Number(at) }))
}
