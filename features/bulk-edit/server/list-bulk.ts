import type { RouteInput, RouteReplyGiven } from '@qd/contract-kit'
import { scopePath } from '@qd/contract-kit'
import { callerHolds } from '@qd/server-kit'
import type { CallContext } from '@qd/server-kit'
import { bulkEditPermission } from '../contract/index.ts'
import type { BulkJob, bulkJobs } from '../contract/index.ts'
import type { UseCaseDeps, Edits } from './bulk-edit-deps.ts'
import type { BulkJobRow } from './tables.ts'

const PAGE = 50

type Counts = Awaited<ReturnType<Edits['countOf']>>

function bulkJobOf(row: BulkJobRow, counts: Counts): BulkJob {
  const { applied = 0, partly = 0, refused = 0, unknown = 0, undone = 0 } = counts.get(row.job_id) ?? {}
  const { kind, at, actor, reason, name, players } = row
  const facts = { jobId: row.job_id, kind, at, actor, reason, name, sId: row.s_id, players }
  return { ...facts, applied: applied + partly, refused, unknown, undone, undoOf: row.undo_of }
}

/** Bulk edits of the line, or those that may have touched the server, of several places wherever they were started; only where the caller may make one. */
export async function handleBulkJobs(
  { store, edits }: UseCaseDeps,
  { body }: RouteInput<typeof bulkJobs>,
  ctx: CallContext,
): Promise<RouteReplyGiven<typeof bulkJobs>> {
  const { game = '', operator = '', lineId = '', sId, environment } = ctx.place
  const holdsLine = callerHolds(ctx.caller, bulkEditPermission, { game, operator, lineId, environment })
  const path = scopePath(ctx.place)
  const rows = await store.read
    .selectFrom('bulk_job')
    .selectAll()
    .where((eb) => {
      const isHere = eb.and([
        eb('game', '=', game),
        eb('operator', '=', operator),
        eb('line_id', '=', lineId),
        ...(sId === undefined
          ? []
          : [eb.or([eb('s_id', '=', sId), ...(holdsLine ? [eb('s_id', 'is', null)] : [])])]),
      ])
      // The paths of an edit over several places; LIKE ignores case on one database only.
      const within = eb.val(sId === undefined ? `"${path}/` : `"${path}"`)
      const isAmong = eb(eb.fn<string>('replace', ['places', within, eb.val('')]), '!=', eb.ref('places'))
      return eb.or([isHere, isAmong])
    })
    .orderBy('job_id', 'desc')
    .limit(body.limit ?? PAGE)
    .execute()
  if (rows.length === 0) return { list: [] }
  const counts = await edits.countOf(rows.map(({ job_id }) => job_id))
  return { list: rows.map((row) => bulkJobOf(row, counts)) }
}
