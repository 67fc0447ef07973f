import { releasedOf } from '../drafts/mail-record.ts'
import type { UseCaseDeps } from '../mail-deps.ts'
import { limitsKey } from './reserved.ts'

/** Longer than any call lives: whoever released it does not start its job any more. */
const GONE_AFTER_MS = 300_000
const AT_ONCE = 20
const NAMED = 2

/** Makes a draft of a released mail again that has no job. Its limits go first: it is still nobody else's. */
export async function takeBack(deps: Pick<UseCaseDeps, 'store' | 'limits'>, mailId: string): Promise<void> {
  const row = await deps.store.read
    .selectFrom('mail')
    .select(['send_type', 'set_id', 'released'])
    .where('id', '=', mailId)
    .where('job_id', 'is', null)
    .executeTakeFirst()
  if (row === undefined) return
  await deps.limits.release(limitsKey({ id: mailId }))
  await deps.store.write(async (tx) => {
    const taken = await tx
      .updateTable('mail')
      .set({
        released: null,
        released_at: null,
        released_by: null,
        total: null,
        // Named players were made a list by the release; an import was one before.
        set_id: row.send_type === NAMED ? null : row.set_id,
      })
      .where('id', '=', mailId)
      .where('job_id', 'is', null)
      .where('released', '=', row.released)
      .returning('id')
      .executeTakeFirst()
    if (taken !== undefined) await tx.deleteFrom('mail_reserved').where('mail_id', '=', mailId).execute()
  })
}

/** Makes drafts again of mails whose release ended with its node: nothing of them was sent. */
export async function takeBackUnstarted(deps: UseCaseDeps): Promise<void> {
  const rows = await deps.store.read
    .selectFrom('mail')
    .selectAll()
    .where('released', 'is not', null)
    .where('job_id', 'is', null)
    .where('released_at', '<', deps.nowMs() - GONE_AFTER_MS)
    .limit(AT_ONCE)
    .execute()
  for (const row of rows) {
    const { byId, key } = releasedOf(row)!
    // Versions before this one named the job on the mail in a write of its own.
    const job = await deps.jobs.startedWith({ userId: byId }, key)
    if (job === null) await takeBack(deps, row.id)
    else
      await deps.store.write((tx) =>
        tx.updateTable('mail').set({ job_id: job.jobId }).where('id', '=', row.id).execute(),
      )
  }
}
