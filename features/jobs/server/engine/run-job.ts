import { AppError } from '@qd/contract-kit'
import type { Language } from '@qd/i18n'
import { JobPause } from '@qd/server-kit'
import type { ChunkOutcome } from '@qd/server-kit'
import { isStoreError } from '@qd/store'
import type { JobWhy } from '../../contract/index.ts'
import { isOverFailureLimit } from '../failure-limit.ts'
import type { StoredJob } from '../job-tables.ts'
import { checkStanding, watchStanding } from './check-standing.ts'
import type { StandingWatch } from './check-standing.ts'
import { commitChunk, nextChunk } from './chunk-store.ts'
import type { LoadedChunk } from './chunk-store.ts'
import { cancelJob, endJob, failJob } from './end-job.ts'
import { moveUnderLease } from './running-job.ts'
import type { RunningJob } from './running-job.ts'
import { ChunkTimeout, workOnChunk } from './work-on-chunk.ts'

/** Waits of 2, 4, 8, 16 and 32 s before it pauses: a game server that restarts is back by then. */
const MOST_TRIES = 5
/** Progress is told about so often. */
const NEWS_EVERY_MS = 250

/** Does what was asked for meanwhile; `isTouched`: the chunk under way was not finished. */
async function settle(running: RunningJob, isTouched: boolean, why: JobWhy = ''): Promise<void> {
  const flag = isTouched ? 1 : 0
  const halted = await moveUnderLease(running, 'halt', { why, is_touched: flag, tries: 0 })
  if (halted !== undefined) return
  const job = await readJob(running)
  if (job?.state !== 'cancelling') return
  // A node that died in the middle of a chunk left the flag; one that finished it knows better.
  await cancelJob(running, { ...job, is_touched: flag })
}

const giveBack = (running: RunningJob, isTouched: boolean, also: { not_before?: number } = {}) =>
  moveUnderLease(running, 'giveBack', { ...also, is_touched: isTouched ? 1 : 0 })

function readJob({ deps, jobId }: RunningJob): Promise<StoredJob | undefined> {
  return deps.store.read.selectFrom('job').selectAll().where('id', '=', jobId).executeTakeFirst()
}

/** A server that is down is waited for, each time longer; then the job pauses. */
async function backOff(running: RunningJob, job: StoredJob, stop: { why: JobWhy; isTouched: boolean }) {
  const { deps } = running
  const { why, isTouched } = stop
  if (why !== 'server_down' || job.tries >= MOST_TRIES) return settle(running, isTouched, why)
  const not_before = deps.nowMs() + deps.timing.backOffMs * 2 ** job.tries
  const is_touched = isTouched ? 1 : 0
  const change = { not_before, why, tries: job.tries + 1, is_touched } as const
  const waiting = await moveUnderLease(running, 'giveBack', change)
  if (waiting === undefined) await settle(running, isTouched)
}

/** All that is left are rows whose server was away a moment ago. */
function waitForServers(running: RunningJob, job: StoredJob, { before }: LoadedChunk): Promise<void> {
  const isDown = before?.some(({ status, code }) => status === 'waiting' && code === 'server_down') ?? false
  return backOff(running, job, { why: isDown ? 'server_down' : 'maintenance', isTouched: false })
}

const asPause = (error: unknown) => {
  if (error instanceof JobPause) return error
  return error instanceof AppError && error.def.retryable ? new JobPause('server_down', error.message) : null
}

/** What a chunk that did not end well means for the job. */
async function stopAt(running: RunningJob, job: StoredJob, error: unknown): Promise<void> {
  const { deps, lease, jobId } = running
  if (lease.signal.aborted) return
  if (running.asked.aborted) {
    if (!running.isStopping()) return settle(running, true)
    return (await giveBack(running, true)) === undefined ? settle(running, true) : undefined
  }
  if (error instanceof ChunkTimeout) return settle(running, true, 'chunk_timeout')
  const pause = asPause(error)
  if (pause !== null) return backOff(running, job, { why: pause.why, isTouched: true })
  if (isStoreError(error)) throw error
  deps.log.error({ err: error, jobId, kind: job.kind }, 'a job failed by a fault of what runs it')
  const fault =
    error instanceof AppError
      ? deps.texts.error(error, job.lang as Language)
      : deps.texts.text(job.lang as Language, 'jobs.fault')
  return failJob(running, fault)
}

type Step = { outcome: ChunkOutcome } | { error: unknown }

async function workInTurn(running: RunningJob, job: StoredJob, loaded: LoadedChunk): Promise<Step | JobWhy> {
  const { deps, slots, lease } = running
  const served = deps.kindOf(job.kind)
  if (served === undefined) throw new Error(`no kind ${job.kind}`)
  const signal = AbortSignal.any([lease.signal, running.asked])
  let release: (() => void) | undefined
  let watch: StandingWatch | undefined
  try {
    release = await slots.take(signal)
    // After the wait for a turn, so that nobody works with rights they lost meanwhile.
    watch = watchStanding(deps, job, served.job.permission)
    const standing = await checkStanding(deps, job, served.job.permission)
    if ('why' in standing) return standing.why
    const work = { job, served, loaded, standing, signal: AbortSignal.any([signal, watch.lost]) }
    return { outcome: await workOnChunk(deps, work) }
  } catch (error) {
    return { error: watch?.lost.aborted === true && !signal.aborted ? watch.lost.reason : error }
  } finally {
    watch?.stop()
    release?.()
  }
}

/** Chunk after chunk until the job ends, stands still, or this node must let it go. */
async function workOn(running: RunningJob, taken: StoredJob): Promise<void> {
  const { deps, lease } = running
  let job = taken
  let isTouched = job.is_touched === 1
  let toldAtMs = 0
  /** How often the chunks of this pass were put off: those put off in it come after a wait. */
  let pass: number | undefined
  for (;;) {
    if (running.isStopping()) {
      if ((await giveBack(running, isTouched)) === undefined) await settle(running, isTouched)
      return
    }
    const loaded = await nextChunk(deps.store.read, job.id)
    if (loaded === undefined) return endJob(running, job)
    pass ??= loaded.chunk.deferred
    if (loaded.chunk.deferred > pass) return waitForServers(running, job, loaded)
    const step = await workInTurn(running, job, loaded)
    if (typeof step === 'string') return settle(running, isTouched, step)
    if ('error' in step) return stopAt(running, job, step.error)
    const nowMs = deps.nowMs()
    const isNews = Math.abs(nowMs - toldAtMs) >= NEWS_EVERY_MS
    if (isNews) toldAtMs = nowMs
    job = await commitChunk(deps.store, lease, loaded, { outcome: step.outcome, nowMs, isNews })
    isTouched = false
    if (job.state !== 'running') return settleOrEnd(running, job)
    const isOver = isOverFailureLimit(job) && (await nextChunk(deps.store.read, job.id)) !== undefined
    if (isOver) return settle(running, false, 'too_many_failures')
  }
}

/** A pause or cancel that comes with the last chunk has nothing left to stop. */
async function settleOrEnd(running: RunningJob, job: StoredJob): Promise<void> {
  const rest = await nextChunk(running.deps.store.read, job.id)
  return rest === undefined ? endJob(running, job) : settle(running, false)
}

/** Takes the job and works on it; or does what was asked of a node that has died. */
export async function runJob(running: RunningJob): Promise<void> {
  const { deps } = running
  const before = await readJob(running)
  if (before === undefined) return
  // Found running: its node died in the middle of a chunk.
  const isTouched = before.is_touched === 1 || before.state === 'running'
  const taken = await moveUnderLease(running, 'take', {
    started_at: before.started_at ?? deps.nowMs(),
    is_touched: isTouched ? 1 : 0,
  })
  return taken === undefined ? settle(running, isTouched) : workOn(running, taken)
}
