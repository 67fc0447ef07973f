import type { UseCaseDeps } from './mail-deps.ts'

const DAY_MS = 86_400_000
const AT_ONCE = 20

/** Deletes lists that no mail points at any more; one that is being read has a day. */
export async function forgetSets({ store, nowMs }: Pick<UseCaseDeps, 'store' | 'nowMs'>): Promise<void> {
  const before = nowMs() - DAY_MS
  const old = await store.read
    .selectFrom('mail_set')
    .select('mail_set.id')
    .leftJoin('mail', 'mail.set_id', 'mail_set.id')
    .where('mail.id', 'is', null)
    .where('mail_set.at', '<', before)
    .limit(AT_ONCE)
    .execute()
  for (const { id } of old)
    await store.write(async (tx) => {
      await tx.deleteFrom('mail_chunk').where('set_id', '=', id).execute()
      await tx.deleteFrom('mail_problem').where('set_id', '=', id).execute()
      await tx.deleteFrom('mail_set').where('id', '=', id).execute()
    })
}
