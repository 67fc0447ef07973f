import { createHash } from 'node:crypto'
import type { Hash } from 'node:crypto'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { AppError, scopePath } from '@qd/contract-kit'
import type { AnyJob } from '@qd/contract-kit'
import type { JobOrder, RowSource, ServedJob } from '@qd/server-kit'
import { jobsErrors } from '../contract/index.ts'
import { RowCutter, storedRow } from './cut-rows.ts'
import type { CutChunk } from './cut-rows.ts'
import type { UseCaseDeps } from './jobs-deps.ts'
import { ChunkSlices, insertChunks } from './write-chunks.ts'

export const CHUNK_ROWS = 100
/** Rows taken before others have their turn. */
const TURN_ROWS = 2_000

export const isRowSource = (rows: JobOrder<AnyJob>['rows']): rows is RowSource => 'digest' in rows

/** What was kept of an order before its job is there. */
export interface KeptRows {
  rows: number
  chunks: number
  /** Fingerprint of the whole order. */
  hash: string
}

interface Keeping {
  order: JobOrder<AnyJob>
  scope: string
  served: ServedJob
  /** Null: the rows are not kept, only their fingerprint is asked for. */
  jobId: string | null
}

/** Begins with what the order says beside its rows. */
function hashOf({ job, params, places, stages }: JobOrder<AnyJob>, scope: string): Hash {
  const where = places?.map(scopePath)
  return createHash('sha256').update(JSON.stringify([job.name, scope, params, where, stages]))
}

/**
 * Reads the rows of an order and writes them in small transactions. Without a job, which is there only afterwards, they mean
 * nothing and are cleaned away. Of a row source nothing is read yet.
 */
export async function keepRows(
  deps: UseCaseDeps,
  { order, scope, served, jobId }: Keeping,
): Promise<KeptRows> {
  const hash = hashOf(order, scope)
  const { rows } = order
  if (isRowSource(rows))
    return { rows: 0, chunks: 0, hash: hash.update('source').update(rows.digest).digest('hex') }
  const cutter = new RowCutter(served.runner.chunkSize ?? CHUNK_ROWS, order.stages ?? [])
  const slices = new ChunkSlices()
  let written = 0
  const write = async (chunks: readonly CutChunk[]) => {
    if (jobId !== null) await deps.store.write((tx) => insertChunks(tx, jobId, chunks, written))
    written += chunks.length
  }
  const keep = async (chunk: CutChunk | null) => {
    if (chunk === null) return
    hash.update(chunk.rows).update('\n')
    const enough = slices.take(chunk)
    if (enough !== null) await write(enough)
  }
  for await (const row of rows) {
    const chunk = cutter.take(storedRow(row))
    if (chunk !== null) await keep(chunk)
    if (cutter.seq % TURN_ROWS === 0) await nextTurn()
  }
  await keep(cutter.rest())
  const rest = slices.rest()
  if (rest.length > 0) await write(rest)
  if (cutter.seq === 0) throw new AppError(jobsErrors.job_without_rows)
  return { rows: cutter.seq, chunks: written, hash: hash.digest('hex') }
}
