import { setTimeout as sleep } from 'node:timers/promises'
import { AppError } from '@qd/contract-kit'
import type { JobRow, JobRun, JobRunner, MadePart, RowOutcome } from '@qd/server-kit'
import { TRANSFER_LIMITS } from '../../contract/index.ts'
import type { TransferFormat, exportJob } from '../../contract/index.ts'
import { bufferOf } from '../bytes.ts'
import type { RedisDatabase } from '../guard/redis-database.ts'
import { opened, paced, selectedRows } from '../jobs/keys-runner.ts'
import { failedBy } from '../jobs/row-outcome.ts'
import { EXPORT_FILES, exportFileId } from './export-files.ts'
import { headsOf, textOfKey } from './export-keys.ts'
import { FORMATS } from './formats.ts'
import type { TransferDeps } from './transfer-deps.ts'

type Params = (typeof exportJob)['params']['_zod']['output']
type Row = JobRow<{ key: string | { base64: string } }>

const CHUNK = 200
/** Values may be large. */
const CHUNK_MS = 30 * 60_000
/** A node that wrote and died leaves the file free only after a while. */
const BUSY_MS = 1_000

const isBusy = (error: unknown) => error instanceof AppError && error.def.code === 'file_part_busy'

/** The rows of a chunk as text; what becomes of each is told by its place. */
async function* textOf(
  rows: readonly Row[],
  { database, format, signal }: { database: RedisDatabase; format: TransferFormat; signal: AbortSignal },
  ended: (outcome: RowOutcome) => void,
): AsyncGenerator<string> {
  const codec = FORMATS[format]
  if (rows[0]?.seq === 0 && codec.head !== '') yield codec.head
  const keys = rows.map(({ input }) => bufferOf(input.key))
  for await (const head of headsOf(database, keys, signal)) {
    let isThere = false
    try {
      for await (const piece of textOfKey({ database, signal, codec }, head)) {
        isThere = true
        yield piece
      }
      ended({ status: isThere ? 'done' : 'skipped' })
    } catch (error) {
      // A part of it stands in the file: only the whole chunk can be written anew.
      if (isThere || !(error instanceof AppError)) throw error
      ended(failedBy(error))
    }
  }
}

/** Writes keys to a file of the owner, chunk by chunk; a chunk counts together with its rows. */
export function exportRunner(deps: TransferDeps): JobRunner<typeof exportJob> {
  async function written(run: JobRun<Params>, rows: readonly Row[]) {
    const { params, caller, place, signal } = run
    const { format, lineId } = params
    const database = await opened(deps, run as never, { place, ref: params })
    for (;;) {
      const outcomes: RowOutcome[] = []
      const part: MadePart = {
        fileId: exportFileId(run.jobId, lineId),
        use: EXPORT_FILES,
        name: `${run.text('redis.job.title.export', { connection: database.connection.name, db: params.db })}.${format}`,
        pieces: textOf(rows, { database, format, signal }, (outcome) => outcomes.push(outcome)),
        isFirst: rows[0]?.seq === 0,
        isLast: rows.some(({ seq }) => seq === run.rows - 1),
      }
      try {
        const made = await deps.files.write(caller, part)
        if (made !== null) return { outcomes, commit: made.commit }
        // Rows that failed are tried again when all others are in the file: nothing can be put between them.
        const msg = run.text('redis.job.exportOver')
        return { outcomes: rows.map((): RowOutcome => ({ status: 'failed', msg })) }
      } catch (error) {
        // A server that is away pauses the job; the chunk is written anew.
        if (error instanceof AppError && !isBusy(error)) failedBy(error)
        if (!isBusy(error)) throw error
        await sleep(BUSY_MS, undefined, { signal })
      }
    }
  }

  return {
    chunkSize: CHUNK,
    chunkTimeoutMs: CHUNK_MS,
    isLong: true,
    facts: ({ db, format }, text) => [
      { label: text('redis.job.database'), value: String(db) },
      { label: text('redis.job.format'), value: text(`redis.format.${format}`) },
    ],
    prepare: (from: { selection: unknown }, run, cursor) => selectedRows(deps, { from, run, cursor }),
    async runChunk(rows, run) {
      const startedAt = performance.now()
      const chunk = await written(run as JobRun<Params>, rows as readonly Row[])
      await paced(rows.length, { startedAt, rate: TRANSFER_LIMITS.rate }, run.signal)
      return chunk
    },
  }
}
