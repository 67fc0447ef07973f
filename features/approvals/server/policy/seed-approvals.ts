import { uuidv7 } from '@qd/server-kit'
import type { PolicyBody } from '../../contract/index.ts'
import type { UseCaseDeps } from '../approvals-deps.ts'

export type SeedPolicy = PolicyBody

/** Turns approvals on with these policies at the first start of a sandbox; what people changed since stays. */
export async function seedApprovals(
  { store, nowMs }: Pick<UseCaseDeps, 'store' | 'nowMs'>,
  policies: readonly SeedPolicy[],
): Promise<void> {
  // A later start writes nothing: it has to come about on a full disk, too.
  const kept = await store.read
    .selectFrom('approval_settings')
    .select('version')
    .where('id', '=', 1)
    .executeTakeFirst()
  if (kept?.version !== 0) return
  await store.write(async (tx) => {
    const isFirst = await tx
      .updateTable('approval_settings')
      .set({ is_on: 1, version: 1 })
      .where('id', '=', 1)
      .where('version', '=', 0)
      .returning('id')
      .executeTakeFirst()
    if (isFirst === undefined) return
    for (const [at, policy] of policies.entries()) {
      const row = {
        id: uuidv7(nowMs() + at),
        name: policy.name,
        version: 1,
        body: JSON.stringify(policy),
        is_widened: 0 as const,
        updated_at: nowMs(),
        updated_by: '',
      }
      await tx.insertInto('approval_policy').values(row).execute()
    }
  })
}
