import type { RouteInput } from '@qd/contract-kit'
import { toCsv } from '@qd/csv'
import type { CsvColumn } from '@qd/csv'
import { sendFile } from '@qd/server-kit'
import type { CallContext } from '@qd/server-kit'
import type { JobRowView, jobResult } from '../../contract/index.ts'
import type { UseCaseDeps } from '../jobs-deps.ts'
import { readRows } from './read-rows.ts'
import type { RowQuery } from './read-rows.ts'
import { findJob } from './visible-jobs.ts'

const COLUMNS: readonly CsvColumn<JobRowView>[] = [
  { title: 'key', text: ({ key }) => key },
  { title: 'status', text: ({ state }) => state },
  { title: 'code', text: ({ code }) => code },
  { title: 'message', text: ({ msg }) => msg },
  { title: 'field', text: ({ field }) => field },
]
const HEAD = toCsv(COLUMNS, [])

async function* lines(
  deps: UseCaseDeps,
  query: RowQuery,
  count: (rows: number) => void,
): AsyncGenerator<string> {
  // The mark tells spreadsheets that it is UTF-8.
  yield `\uFEFF${HEAD}`
  for await (const { rows } of readRows(deps.store, query)) {
    if (rows.length === 0) continue
    yield toCsv(COLUMNS, rows).slice(HEAD.length)
    count(rows.length)
  }
}

/** Streams what came of the rows as fast as the client reads; the audit tells how many left, and whether all did. */
export async function sendResult(
  deps: UseCaseDeps,
  { jobId, state }: RouteInput<typeof jobResult>['body'],
  ctx: CallContext,
): ReturnType<typeof sendFile> {
  const job = await findJob(deps, ctx.caller, jobId)
  ctx.fileAt(job.scope)
  return sendFile(ctx, {
    name: `job-${job.id}`,
    type: 'csv',
    pieces: (count) => lines(deps, { jobId, state }, count),
  })
}
