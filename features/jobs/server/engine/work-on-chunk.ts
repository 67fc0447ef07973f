import type { Language } from '@qd/i18n'
import { inBackground } from '@qd/server-kit'
import type { Caller, CataloguePlace, ChunkOutcome, JobRow, JobRun, ServedJob } from '@qd/server-kit'
import type { UseCaseDeps } from '../jobs-deps.ts'
import type { StoredJob } from '../job-tables.ts'
import type { LoadedChunk } from './chunk-store.ts'

const CHUNK_TIMEOUT_MS = 120_000

/** The runner went on longer than a chunk may take. */
export class ChunkTimeout extends Error {}

export interface ChunkWork {
  job: StoredJob
  served: ServedJob
  loaded: LoadedChunk
  standing: { place: CataloguePlace; caller: Caller }
  signal: AbortSignal
}

function jobRows({ job, loaded }: ChunkWork): JobRow[] {
  return loaded.pending.map(({ key, input, index, attempt }) => {
    const seq = loaded.chunk.first_seq + index
    return { seq, key, input, effectKey: `${job.id}:${seq}:${attempt}` }
  })
}

function checked(outcome: ChunkOutcome, rows: number): ChunkOutcome {
  if (outcome.outcomes.length === rows) return outcome
  throw new Error(`the runner gave ${outcome.outcomes.length} outcomes for ${rows} rows`)
}

/** Has the runner work on the rows. It is told to end by the signal; when it does not within its time, it is left alone. */
export async function workOnChunk(deps: UseCaseDeps, work: ChunkWork): Promise<ChunkOutcome> {
  const { job, served, standing } = work
  const limitMs = served.runner.chunkTimeoutMs ?? CHUNK_TIMEOUT_MS
  const tooLong = new AbortController()
  const timer = setTimeout(() => tooLong.abort(new ChunkTimeout()), limitMs)
  const signal = AbortSignal.any([work.signal, tooLong.signal])
  const lang = job.lang as Language
  const run: JobRun = {
    jobId: job.id,
    params: JSON.parse(job.params) as unknown,
    ...standing,
    lang,
    reason: job.reason,
    requestId: job.request_id,
    signal,
    text: (key, params) => deps.texts.text(lang, key, params),
  }
  const rows = jobRows(work)
  const { promise: ended, reject } = Promise.withResolvers<never>()
  const onTimeout = () => reject(tooLong.signal.reason as Error)
  tooLong.signal.addEventListener('abort', onTimeout, { once: true })
  try {
    return checked(
      await Promise.race([inBackground(() => served.runner.runChunk(rows, run), lang), ended]),
      rows.length,
    )
  } finally {
    clearTimeout(timer)
  }
}
