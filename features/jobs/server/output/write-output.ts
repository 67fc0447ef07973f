import { publishWith } from '@qd/store'
import type { Lease, Store } from '@qd/store'
import type { Kysely } from 'kysely'
import { JOBS_TOPIC, newsOf } from '../job-news.ts'
import type { JobTables, StoredOutput } from '../job-tables.ts'
import type { OutputLimits } from './output-limits.ts'

export type NewOutput = Pick<StoredOutput, 'kind' | 'at' | 'body'>

export interface OutputWrite {
  jobId: string
  rows: readonly NewOutput[]
  /** Lines before these that were dropped without being written. */
  skipped: number
  limits: OutputLimits
  isOpen: boolean
}

const ROWS_PER_INSERT = 200
const ROWS_PER_TRIM = 500

const bytesOf = (body: string) => Buffer.byteLength(body)

async function headOf(tx: Kysely<JobTables>, jobId: string) {
  const none = { job_id: jobId, next_n: 0, rows: 0, bytes: 0, is_open: 0 as const }
  const found = await tx
    .selectFrom('job_output_head')
    .selectAll()
    .where('job_id', '=', jobId)
    .executeTakeFirst()
  if (found === undefined) await tx.insertInto('job_output_head').values(none).execute()
  return found ?? none
}

/** Deletes the oldest lines until the rest is within its bounds; gives what is left. */
async function trim(
  tx: Kysely<JobTables>,
  jobId: string,
  given: { rows: number; bytes: number },
  limits: OutputLimits,
): Promise<{ rows: number; bytes: number }> {
  let { rows, bytes } = given
  while (rows > limits.rows || bytes > limits.bytes) {
    const oldest = await tx
      .selectFrom('job_output')
      .select(['n', 'bytes'])
      .where('job_id', '=', jobId)
      .orderBy('n')
      .limit(ROWS_PER_TRIM)
      .execute()
    let last = -1
    for (const { n, bytes: size } of oldest) {
      if (rows <= limits.rows && bytes <= limits.bytes) break
      rows -= 1
      bytes -= size
      last = n
    }
    if (last === -1) break
    await tx.deleteFrom('job_output').where('job_id', '=', jobId).where('n', '<=', last).execute()
  }
  return { rows, bytes }
}

/** Appends lines under the job's lease and tells who reads along; a node that lost the lease appends nothing. */
export async function writeOutput(store: Store<JobTables>, lease: Lease, given: OutputWrite): Promise<void> {
  const { jobId, rows, skipped, limits, isOpen } = given
  await store.write(async (tx) => {
    await lease.confirm(tx)
    const head = await headOf(tx, jobId)
    const first = head.next_n + skipped
    const values = rows.map(({ kind, at, body }, index) => {
      return { job_id: jobId, n: first + index, kind, at, body, bytes: bytesOf(body) }
    })
    for (let at = 0; at < values.length; at += ROWS_PER_INSERT)
      await tx
        .insertInto('job_output')
        .values(values.slice(at, at + ROWS_PER_INSERT))
        .execute()
    const added = values.reduce((sum, { bytes }) => sum + bytes, 0)
    const kept = await trim(tx, jobId, { rows: head.rows + rows.length, bytes: head.bytes + added }, limits)
    const next_n = first + rows.length
    await tx
      .updateTable('job_output_head')
      .set({ ...kept, next_n, is_open: isOpen ? 1 : 0 })
      .where('job_id', '=', jobId)
      .execute()
    const job = await tx.selectFrom('job').selectAll().where('id', '=', jobId).executeTakeFirst()
    if (job !== undefined && rows.length > 0)
      publishWith(tx, JOBS_TOPIC, JSON.stringify({ ...newsOf(job), output: next_n }))
  })
}
