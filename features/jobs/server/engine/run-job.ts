import { parseJsonText } from '@qd/canonical-json'
import { AppError } from '@qd/contract-kit'
import type { Language } from '@qd/i18n'
import { JobPause, holdsAtPlace } from '@qd/server-kit'
import type { ChunkOutcome, ServedJob } from '@qd/server-kit'
import { isStoreError } from '@qd/store'
import type { JobWhy } from '../../contract/index.ts'
import { isOverFailureLimit } from '../failure-limit.ts'
import { placeNow, placesOf } from '../job-places.ts'
import type { PlaceNow } from '../job-places.ts'
import type { StoredJob } from '../job-tables.ts'
import type { JobChange } from '../move-job.ts'
import { stageEnd, stagesOf } from '../stages.ts'
import { checkStanding, RightsChanged, watchStanding } from './check-standing.ts'
import type { Standing, StandingWatch } from './check-standing.ts'
import { commitChunk, nextChunk } from './chunk-store.ts'
import type { LoadedChunk } from './chunk-store.ts'
import { cancelJob, endFixed, endJob, failJob } from './end-job.ts'
import { forgetRows, prepareRows } from './prepare-rows.ts'
import { passGate } from './stage-gate.ts'
import { moveUnderLease } from './running-job.ts'
import type { RunningJob } from './running-job.ts'
import { ChunkTimeout } from './within-time.ts'
import { workOnChunk } from './work-on-chunk.ts'

/** Waits of 2, 4, 8, 16 and 32 s before it pauses: a game server that restarts is back by then. */
const MOST_TRIES = 5
/** Progress is told about so often. */
const NEWS_EVERY_MS = 250

/** Does what was asked for meanwhile; `isTouched`: the chunk under way was not finished. */
async function settle(running: RunningJob, isTouched: boolean, why: JobWhy = ''): Promise<void> {
  const flag = isTouched ? 1 : 0
  if (!running.isFixed) {
    const halted = await moveUnderLease(running, 'halt', { why, is_touched: flag, tries: 0 })
    if (halted !== undefined) return
  }
  const job = await readJob(running)
  if (job === undefined) return
  if (running.isFixed && job.state === 'running') return endFixed(running, { ...job, is_touched: flag }, why)
  if (job.state !== 'cancelling') return
  // A node that died in the middle of a chunk left the flag; one that finished it knows better.
  await cancelJob(running, { ...job, is_touched: flag })
}

/** Leaves the job to whoever finds it next; undefined where it has to be settled instead. */
async function giveBack(running: RunningJob, isTouched: boolean, also: JobChange = {}) {
  if (running.isFixed) return undefined
  return moveUnderLease(running, 'giveBack', { ...also, is_touched: isTouched ? 1 : 0 })
}

/** The same, or does what was asked for meanwhile. */
async function letGo(running: RunningJob, isTouched: boolean, also: JobChange = {}): Promise<void> {
  if ((await giveBack(running, isTouched, also)) === undefined) await settle(running, isTouched)
}

function readJob({ deps, jobId }: RunningJob): Promise<StoredJob | undefined> {
  return deps.store.read.selectFrom('job').selectAll().where('id', '=', jobId).executeTakeFirst()
}

/** A server that is down is waited for, each time longer; then the job pauses. */
async function backOff(running: RunningJob, job: StoredJob, stop: { why: JobWhy; isTouched: boolean }) {
  const { deps } = running
  const { why, isTouched } = stop
  if (why !== 'server_down' || job.tries >= MOST_TRIES || running.isFixed)
    return settle(running, isTouched, why)
  const not_before = deps.nowMs() + deps.timing.backOffMs * 2 ** job.tries
  return letGo(running, isTouched, { not_before, why, tries: job.tries + 1 })
}

/** What rows wait for; a server that may come back by itself is tried again first. */
const WAITS = ['server_down', 'maintenance', 'place_gone', 'rights_lost'] as const

/** All that is left are rows whose server was away a moment ago. */
function waitForServers(running: RunningJob, job: StoredJob, { before }: LoadedChunk): Promise<void> {
  const codes = new Set(before?.flatMap(({ status, code }) => (status === 'waiting' ? (code ?? '') : [])))
  const why = WAITS.find((each) => codes.has(each)) ?? 'maintenance'
  return backOff(running, job, { why, isTouched: false })
}

const asPause = (error: unknown) => {
  if (error instanceof JobPause) return error
  return error instanceof AppError && error.def.retryable ? new JobPause('server_down', error.message) : null
}

/** What a chunk that did not end well means for the job. */
async function stopAt(running: RunningJob, job: StoredJob, error: unknown, isTouched = true): Promise<void> {
  const { deps, lease, jobId } = running
  if (lease.signal.aborted) return
  if (running.asked.aborted) {
    return running.isStopping() ? letGo(running, isTouched) : settle(running, isTouched)
  }
  if (error instanceof ChunkTimeout) return settle(running, isTouched, 'chunk_timeout')
  const pause = asPause(error)
  if (pause !== null) return backOff(running, job, { why: pause.why, isTouched })
  if (isStoreError(error)) throw error
  deps.log.error({ err: error, jobId, kind: job.kind }, 'a job failed by a fault of what runs it')
  const fault =
    error instanceof AppError
      ? deps.texts.error(error, job.lang as Language)
      : deps.texts.text(job.lang as Language, 'jobs.fault')
  if (job.is_ready === 0) await forgetRows(running)
  return failJob(running, fault, isTouched)
}

type Step = { outcome: ChunkOutcome; lost: number[] } | { error: unknown } | 'again'

/** Where each row of the chunk lies as of now, and which of the job's places are lost to them. */
function whereabouts({ deps }: RunningJob, job: StoredJob, { loaded, standing, served }: Looked) {
  const { permission } = served.job
  const stored = placesOf(job)
  const looked = new Map<number, PlaceNow>()
  const look = (index: number): PlaceNow => {
    const kept = stored[index]
    if (kept !== undefined) return placeNow(deps, standing.caller, permission, kept)
    // Its own place, which nobody has asked about where rows have places.
    const isHeld = stored.length === 0 || holdsAtPlace(standing.caller, permission, standing.place)
    return isHeld ? standing.place : 'rights_lost'
  }
  const where = loaded.pending.map(({ place: index = -1 }) => {
    const known = looked.get(index) ?? look(index)
    looked.set(index, known)
    return known
  })
  const lost = [...looked].flatMap(([index, place]) =>
    typeof place === 'string' && index >= 0 ? [index] : [],
  )
  return { where, lost }
}

interface Looked {
  loaded: LoadedChunk
  served: ServedJob
  standing: Exclude<Standing, { why: JobWhy }>
}

async function workInTurn(
  running: RunningJob,
  job: StoredJob,
  { loaded, isTouched }: { loaded: LoadedChunk; isTouched: boolean },
): Promise<Step | JobWhy> {
  const { deps, slots, halted } = running
  const served = deps.kindOf(job.kind)
  if (served === undefined) throw new Error(`no kind ${job.kind}`)
  let release: (() => void) | undefined
  let watch: StandingWatch | undefined
  try {
    release = await slots.take(halted)
    // After the wait for a turn, so that nobody works with rights they lost meanwhile.
    watch = watchStanding(deps, job, served.job.permission)
    const standing = await checkStanding(deps, job, served.job.permission)
    if ('why' in standing) return standing.why
    const { where, lost } = whereabouts(running, job, { loaded, served, standing })
    const work = {
      job,
      served,
      loaded,
      standing,
      where,
      isTouched,
      signals: [halted, watch.lost],
    }
    return { outcome: await workOnChunk(running, work), lost }
  } catch (error) {
    if (watch?.lost.aborted !== true || halted.aborted) return { error }
    return watch.lost.reason instanceof RightsChanged ? 'again' : { error: watch.lost.reason as unknown }
  } finally {
    watch?.stop()
    release?.()
  }
}

/** The indexes of lost places with further ones; undefined when there are none. */
function moreLost({ lost_places }: StoredJob, found: readonly number[]): number[] | undefined {
  const before = lost_places === null ? [] : (parseJsonText(lost_places) as number[])
  const all = new Set([...before, ...found])
  return all.size === before.length ? undefined : [...all].toSorted((a, b) => a - b)
}

/** All rows of a stage, or of the whole job, are worked on. Gives the job with which it goes on at once. */
async function atStageEnd(running: RunningJob, job: StoredJob): Promise<StoredJob | null> {
  const stage = stagesOf(job)[job.stage]
  const isLast = stage === undefined || (await nextChunk(running.deps.store.read, job.id)) === undefined
  if (isLast) {
    await endJob(running, job)
    return null
  }
  const gate = await passGate(running, job, stage)
  if ('job' in gate) return gate.job
  if ('why' in gate) await settle(running, false, gate.why)
  else {
    const { waitUntil } = gate
    await letGo(running, false, { not_before: waitUntil, gate_until: waitUntil, why: 'stage_wait' })
  }
  return null
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
    if (running.isStopping()) return letGo(running, isTouched)
    const loaded = await nextChunk(deps.store.read, job.id, stageEnd(job))
    if (loaded === undefined) {
      const goesOn = await atStageEnd(running, job)
      if (goesOn === null) return
      job = goesOn
      pass = undefined
      continue
    }
    pass ??= loaded.chunk.deferred
    if (loaded.chunk.deferred > pass) return waitForServers(running, job, loaded)
    const step = await workInTurn(running, job, { loaded, isTouched })
    // Before the outcomes: whoever reads that it has ended finds all it said.
    await running.output.flush()
    isTouched ||= step === 'again'
    if (step === 'again') continue
    if (typeof step === 'string') return settle(running, isTouched, step)
    if ('error' in step) return stopAt(running, job, step.error)
    const nowMs = deps.nowMs()
    const isNews = Math.abs(nowMs - toldAtMs) >= NEWS_EVERY_MS
    if (isNews) toldAtMs = nowMs
    const { outcome } = step
    job = await commitChunk(deps.store, lease, loaded, {
      outcome,
      nowMs,
      isNews,
      lost: moreLost(job, step.lost),
    })
    isTouched = false
    if (job.state !== 'running') return settleOrEnd(running, job)
    const isOver =
      isOverFailureLimit(job, stagesOf(job)[job.stage]) &&
      (await nextChunk(deps.store.read, job.id)) !== undefined
    if (isOver) return settle(running, false, 'too_many_failures')
  }
}

/** A pause or cancel that comes with the last chunk has nothing left to stop. */
async function settleOrEnd(running: RunningJob, job: StoredJob): Promise<void> {
  const rest = await nextChunk(running.deps.store.read, job.id)
  return rest === undefined ? endJob(running, job) : settle(running, false)
}

/** Reads the rows of a job that has none yet, and works on it. */
async function prepareAndWork(running: RunningJob, job: StoredJob): Promise<void> {
  let prepared: StoredJob | null
  try {
    prepared = await prepareRows(running, job)
  } catch (error) {
    return stopAt(running, job, error, false)
  }
  if (prepared !== null && prepared.state === 'running') return workOn(running, prepared)
  return running.isStopping() ? letGo(running, false) : settle(running, false)
}

/** Takes the job and works on it; or does what was asked of a node that has died. */
export async function runJob(running: RunningJob): Promise<void> {
  await running.output.noteGap()
  try {
    await takeJob(running)
  } finally {
    await running.output.close()
  }
}

async function takeJob(running: RunningJob): Promise<void> {
  const { deps } = running
  const before = await readJob(running)
  if (before === undefined) return
  // Found running: its node died in the middle of a chunk.
  const isTouched = before.is_ready === 1 && (before.is_touched === 1 || before.state === 'running')
  if (running.isFixed && before.state === 'running')
    return endFixed(running, { ...before, is_touched: isTouched ? 1 : 0 }, '')
  const taken = await moveUnderLease(running, 'take', {
    started_at: before.started_at ?? deps.nowMs(),
    is_touched: isTouched ? 1 : 0,
  })
  if (taken === undefined) return settle(running, isTouched)
  return taken.is_ready === 1 ? workOn(running, taken) : prepareAndWork(running, taken)
}
