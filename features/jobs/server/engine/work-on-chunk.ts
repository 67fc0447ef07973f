import { parseJsonText } from '@qd/canonical-json'
import type { Language } from '@qd/i18n'
import { inBackground, JobPause } from '@qd/server-kit'
import type {
  Caller,
  CataloguePlace,
  ChunkOutcome,
  JobRow,
  JobRun,
  RowOutcome,
  ServedJob,
} from '@qd/server-kit'
import type { UseCaseDeps } from '../jobs-deps.ts'
import type { StoredJob } from '../job-tables.ts'
import { placeName, placesOf } from '../job-places.ts'
import type { PlaceNow } from '../job-places.ts'
import { checkStanding } from './check-standing.ts'
import type { LoadedChunk } from './chunk-store.ts'
import type { RunningJob } from './running-job.ts'
import { withinTime } from './within-time.ts'

export interface ChunkWork {
  job: StoredJob
  served: ServedJob
  loaded: LoadedChunk
  standing: { place: CataloguePlace; caller: Caller }
  /** Where each of the rows lies, or why it is put off. */
  where: readonly PlaceNow[]
  /** An earlier run may have worked on some of them. */
  isTouched: boolean
  /** What tells the runner to end. */
  signals: readonly AbortSignal[]
}

function jobRows({ job, loaded, where }: ChunkWork): JobRow[] {
  return loaded.pending.flatMap(({ key, input, index, attempt }, at) => {
    const place = where[at]!
    if (typeof place === 'string') return []
    const seq = loaded.chunk.first_seq + index
    return { seq, key, input, place, effectKey: `${job.id}:${seq}:${attempt}` }
  })
}

/** Whether the effect of a row that is put off may have happened at the attempt it is at. */
function maySent({ isTouched, loaded }: ChunkWork, at: number): boolean {
  const before = loaded.before?.[loaded.pending[at]!.index]
  return isTouched || before?.status === 'unknown' || (before?.status === 'waiting' && before.isSent === true)
}

/** Joins what came of the rows that were worked on with those that were put off. */
function withPutOff(deps: UseCaseDeps, work: ChunkWork, outcome: ChunkOutcome): ChunkOutcome {
  const worked = outcome.outcomes.values()
  const stored = placesOf(work.job)
  const outcomes = work.where.map((place, at): RowOutcome => {
    if (typeof place !== 'string') return worked.next().value!
    const { scope } = stored[work.loaded.pending[at]!.place ?? -1] ?? work.job
    const name = placeName(deps, scope).join(' · ')
    return {
      status: 'waiting',
      code: place,
      msg: deps.texts.text(work.job.lang as Language, `jobs.${place}`, { place: name }),
      ...(maySent(work, at) ? { isSent: true } : {}),
    }
  })
  return { ...outcome, outcomes }
}

function checked(outcome: ChunkOutcome, rows: number): ChunkOutcome {
  if (outcome.outcomes.length === rows) return outcome
  throw new Error(`the runner gave ${outcome.outcomes.length} outcomes for ${rows} rows`)
}

/** What a runner knows of its job. */
export function jobRun(
  { deps, lease, output }: Pick<RunningJob, 'deps' | 'lease' | 'output'>,
  { job, served, standing, signal }: Pick<ChunkWork, 'job' | 'served' | 'standing'> & { signal: AbortSignal },
): JobRun {
  const lang = job.lang as Language
  const { permission } = served.job
  return {
    jobId: job.id,
    params: parseJsonText(job.params),
    ...standing,
    lang,
    reason: job.reason,
    requestId: job.request_id,
    rows: job.total_rows,
    signal,
    text: (key, params) => deps.texts.text(lang, key, params),
    output: (entry) => output.add(entry),
    write: (work) =>
      deps.store.write(async (tx) => {
        await lease.confirm(tx)
        await work(tx)
      }),
    standingNow: async () => {
      const now = await checkStanding(deps, job, permission)
      if ('why' in now) throw new JobPause(now.why, 'the owner lost their rights')
      return now
    },
  }
}

/** Has the runner work on the rows. */
export async function workOnChunk(running: RunningJob, work: ChunkWork): Promise<ChunkOutcome> {
  const { deps } = running
  const { runner } = work.served
  const rows = jobRows(work)
  if (rows.length === 0) return withPutOff(deps, work, { outcomes: [] })
  return withinTime({ limitMs: runner.chunkTimeoutMs, signals: work.signals }, async (signal) => {
    const run = jobRun(running, { ...work, signal })
    const outcome = await inBackground(() => runner.runChunk(rows, run), run.lang)
    return withPutOff(deps, work, checked(outcome, rows.length))
  })
}
