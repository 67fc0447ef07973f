import { AppError } from '@qd/contract-kit'
import type { RouteInput, RouteReplyGiven } from '@qd/contract-kit'
import type { CallContext } from '@qd/server-kit'
import { BULK_PLAYERS_MAX, bulkEditErrors, bulkUndoJob } from '../../contract/index.ts'
import type { bulkUndo } from '../../contract/index.ts'
import type { UseCaseDeps } from '../bulk-edit-deps.ts'

/** Starts the job that takes a bulk edit back; it stands at the same place as the edit. */
export async function handleBulkUndo(
  { store, edits, jobs }: UseCaseDeps,
  { body }: RouteInput<typeof bulkUndo>,
  ctx: CallContext,
): Promise<RouteReplyGiven<typeof bulkUndo>> {
  const { game = '', operator = '', lineId = '', sId = null } = ctx.place
  const job = await store.read
    .selectFrom('bulk_job')
    .selectAll()
    .where('job_id', '=', body.jobId)
    .where('game', '=', game)
    .where('operator', '=', operator)
    .where('line_id', '=', lineId)
    .executeTakeFirst()
  if (job === undefined || job.s_id !== sId || job.kind !== 'edit') {
    throw new AppError(bulkEditErrors.bulk_job_not_found, { field: 'jobId' })
  }
  const made = await edits.madeBy(body.jobId, BULK_PLAYERS_MAX)
  if (made.length === 0) throw new AppError(bulkEditErrors.bulk_nothing_to_undo, { field: 'jobId' })
  ctx.note({ players: made.length })
  const { jobId, replayed } = await jobs.start(ctx, {
    job: bulkUndoJob,
    params: { of: body.jobId, name: job.name, players: made.length },
    rows: made.map(({ id, uId }) => ({ key: uId, input: { editId: id } })),
    name: job.name,
    reason: body.reason,
    idempotencyKey: body.idempotencyKey,
  })
  return { jobId, players: made.length, replayed }
}
