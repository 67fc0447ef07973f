import type { Store } from '@qd/store'
import type { Kysely } from 'kysely'
import { NO_ROWS } from './chunk-rows.ts'
import type { CutChunk } from './cut-rows.ts'
import type { JobTables } from './job-tables.ts'

/** Text written in one go: the writer is held for some milliseconds. */
const SLICE_CHARS = 200_000
const SLICE_CHUNKS = 100
const CHUNKS_PER_DELETE = 500

const NEW_CHUNK = {
  state: 'waiting',
  ...NO_ROWS,
  redo_failed: 0,
  redo_unknown: 0,
  round: 0,
  deferred: 0,
  outcomes: null,
} as const

/** Writes chunks of a job, the first of them with the number `n`. */
export async function insertChunks(
  tx: Kysely<JobTables>,
  jobId: string,
  chunks: readonly CutChunk[],
  from: number,
): Promise<void> {
  for (let at = 0; at < chunks.length; at += SLICE_CHUNKS) {
    const slice = chunks.slice(at, at + SLICE_CHUNKS).map((chunk, index) => ({ n: from + at + index, chunk }))
    const rows = slice.map(({ n, chunk }) => ({
      job_id: jobId,
      n,
      first_seq: chunk.first,
      row_count: chunk.count,
      ...NEW_CHUNK,
    }))
    await tx.insertInto('job_chunk').values(rows).execute()
    await tx
      .insertInto('job_chunk_rows')
      .values(slice.map(({ n, chunk }) => ({ job_id: jobId, n, rows: chunk.rows })))
      .execute()
  }
}

/** Deletes the chunks of a job with their rows, some at a time; `confirm` says first whether the caller still may. */
export async function deleteChunks(
  store: Store<JobTables>,
  jobId: string,
  confirm?: (tx: Kysely<JobTables>) => Promise<void>,
): Promise<void> {
  for (let from = 0; ; from += CHUNKS_PER_DELETE) {
    const rest = await store.read
      .selectFrom('job_chunk')
      .select('n')
      .where('job_id', '=', jobId)
      .where('n', '>=', from)
      .limit(1)
      .executeTakeFirst()
    if (rest === undefined) return
    await store.write(async (tx) => {
      await confirm?.(tx)
      for (const table of ['job_chunk', 'job_chunk_rows'] as const) {
        await tx
          .deleteFrom(table)
          .where('job_id', '=', jobId)
          .where('n', '>=', from)
          .where('n', '<', from + CHUNKS_PER_DELETE)
          .execute()
      }
    })
  }
}

/** Collects chunks until they are worth a write. */
export class ChunkSlices {
  #chunks: CutChunk[] = []
  #chars = 0

  /** The chunks to write now, if they are enough. */
  take(chunk: CutChunk): CutChunk[] | null {
    this.#chunks.push(chunk)
    this.#chars += chunk.rows.length
    return this.#chars >= SLICE_CHARS || this.#chunks.length >= SLICE_CHUNKS ? this.rest() : null
  }

  rest(): CutChunk[] {
    const chunks = this.#chunks
    this.#chunks = []
    this.#chars = 0
    return chunks
  }
}
