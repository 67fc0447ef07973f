import type { Kysely } from 'kysely'
import type { AccessTables } from '../access-tables.ts'
import { moveStamp } from '../administer.ts'

/** Memberships of mapped groups follow what the identity provider claims; others stay. Within the caller's write. */
export async function syncExternalGroups(
  tx: Kysely<AccessTables>,
  { userId, names, atMs }: { userId: string; names: readonly string[]; atMs: number },
): Promise<void> {
  await moveStamp(tx)
  const mapped = await tx
    .selectFrom('user_group')
    .select(['id', 'external_name'])
    .where('external_name', 'is not', null)
    .execute()
  for (const { id, external_name: name } of mapped) {
    if (name !== null && names.includes(name)) {
      await tx
        .insertInto('user_group_member')
        .values({ group_id: id, user_id: userId, given_at: atMs })
        .onConflict((conflict) => conflict.columns(['group_id', 'user_id']).doUpdateSet({ ends_at: null }))
        .execute()
    } else {
      await tx
        .deleteFrom('user_group_member')
        .where('group_id', '=', id)
        .where('user_id', '=', userId)
        .execute()
    }
  }
}
