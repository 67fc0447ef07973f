import { AppError } from '@qd/contract-kit'
import type { RouteInput, RouteReplyGiven } from '@qd/contract-kit'
import type { CallContext } from '@qd/server-kit'
import { BULK_PLAYERS_MAX, bulkEditErrors, bulkUndoJob } from '../../contract/index.ts'
import type { bulkUndo } from '../../contract/index.ts'
import type { UseCaseDeps } from '../bulk-edit-deps.ts'
import type { BulkJobRow } from '../tables.ts'

/** A bulk edit of the call's place; throws `bulk_job_not_found`, also for one of another place. */
export async function findBulkEdit(
  { store }: Pick<UseCaseDeps, 'store'>,
  jobId: string,
  ctx: Pick<CallContext, 'place'>,
): Promise<BulkJobRow> {
  const { game = '', operator = '', lineId = '', sId = null } = ctx.place
  const job = await store.read
    .selectFrom('bulk_job')
    .selectAll()
    .where('job_id', '=', jobId)
    .where('game', '=', game)
    .where('operator', '=', operator)
    .where('line_id', '=', lineId)
    .executeTakeFirst()
  if (job === undefined || job.s_id !== sId || job.kind !== 'edit') {
    throw new AppError(bulkEditErrors.bulk_job_not_found, { field: 'jobId' })
  }
  return job
}

/** Starts the job that takes a bulk edit back; it stands at the same place as the edit. */
export async function handleBulkUndo(
  deps: UseCaseDeps,
  { body }: RouteInput<typeof bulkUndo>,
  ctx: CallContext,
): Promise<RouteReplyGiven<typeof bulkUndo>> {
  const { edits, jobs } = deps
  const job = await findBulkEdit(deps, body.jobId, ctx)
  const made = await edits.madeBy(body.jobId, BULK_PLAYERS_MAX)
  if (made.length === 0) throw new AppError(bulkEditErrors.bulk_nothing_to_undo, { field: 'jobId' })
  ctx.note({ players: made.length })
  const { jobId, replayed } = await jobs.start(ctx, {
    job: bulkUndoJob,
    params: { of: body.jobId, name: job.name, players: made.length },
    rows: made.map(({ id, uId }) => ({ key: uId, input: { editId: id } })),
    title: { key: 'bulk.title.undo', params: { name: job.name } },
    reason: body.reason,
    idempotencyKey: body.idempotencyKey,
  })
  return { jobId, players: made.length, replayed }
}
