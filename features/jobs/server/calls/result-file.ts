import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { RouteInput } from '@qd/contract-kit'
import { toCsv } from '@qd/csv'
import type { CsvColumn } from '@qd/csv'
import type { CallContext } from '@qd/server-kit'
import type { FastifyReply } from 'fastify'
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
): Promise<FastifyReply> {
  const job = await findJob(deps, ctx.caller, jobId)
  ctx.fileAt(job.scope)
  const { reply } = ctx
  reply.hijack()
  reply.raw.writeHead(200, {
    'content-type': 'text/csv; charset=utf-8',
    'content-disposition': `attachment; filename="job-${job.id}.csv"`,
    'cache-control': 'no-store',
    'x-content-type-options': 'nosniff',
  })
  let rows = 0
  const source = Readable.from(
    lines(deps, { jobId, state }, (more) => (rows += more)),
    { highWaterMark: 2 },
  )
  try {
    await pipeline(source, reply.raw)
    ctx.note({ rows })
  } catch (error) {
    // The answer has begun, so that a fault can only cut it; the row says so.
    reply.raw.destroy()
    ctx.note({ rows, isCut: true, cause: String((error as { code?: unknown }).code ?? error) })
  }
  return reply
}
