import { parseJsonText } from '@qd/canonical-json'
import { createLooker, endsWithin, JobHalt } from '@qd/server-kit'
import type { Lease } from '@qd/store'
import type { JobState } from '../../contract/index.ts'
import type { JobNews } from '../job-news.ts'
import { JOBS_TOPIC } from '../job-news.ts'
import type { StoredJob } from '../job-tables.ts'
import type { UseCaseDeps } from '../jobs-deps.ts'
import { OutputStream } from '../output/output-stream.ts'
import { runJob } from './run-job.ts'
import { createSlots } from './slots.ts'

/** Chunks worked on at once by one node: they mostly wait for game servers. */
const MOST_CHUNKS = 4
/** The same of kinds whose chunks take long: they would hold up all others. */
const MOST_LONG_CHUNKS = 4
/** Jobs one node holds at once, beside those of long kinds; their chunks take turns. */
const MOST_JOBS = 16
/** For runners told to end when the node stops: those with threads of their own wait two seconds for them. */
const GRACE_MS = 3_000

/** The part of every node that runs jobs. */
export interface JobEngine {
  start(): void
  /** Finishes or gives back what is under way. */
  stop(): Promise<void>
  /** Looks for jobs now. */
  wake(): void
}

type FoundJob = Pick<StoredJob, 'id' | 'kind' | 'state'>

const GIVING_UP: readonly JobState[] = ['pausing', 'cancelling']

interface LocalJob {
  asked: AbortController
  /** It holds one of the few places of long kinds. */
  isLong: boolean
  ended: Promise<void>
}

function outputOf(
  { store, nowMs, log, outputLimits }: UseCaseDeps,
  lease: Lease,
  jobId: string,
): OutputStream {
  const onFault = (error: unknown) => log.error({ err: error, jobId }, 'output of a job waits to be written')
  return new OutputStream({ store, lease, jobId, nowMs, onFault, limits: outputLimits })
}

/** The oldest there is room for: those that have to wait for a place must not hide the others. */
function findJobs(
  { kinds, store, nowMs }: UseCaseDeps,
  hasRoom: (isLong: boolean) => boolean,
): Promise<FoundJob[]> {
  const known = kinds()
    .filter(({ runner }) => hasRoom(runner.isLong === true))
    .map(({ job }) => job.name)
  return (
    store.read
      .selectFrom('job')
      .select(['id', 'kind', 'state'])
      .where('state', 'in', ['queued', 'running', 'pausing', 'cancelling'])
      .where('not_before', '<=', nowMs())
      // A kind of another version of the program is left to it, but anybody can give a job up.
      .where((eb) => eb.or([eb('state', 'in', GIVING_UP), ...known.map((kind) => eb('kind', '=', kind))]))
      .orderBy('id')
      .limit(MOST_JOBS * 4)
      .execute()
  )
}

export function createJobEngine(deps: UseCaseDeps): JobEngine {
  const { store, leases, timing, log } = deps
  const slots = createSlots(MOST_CHUNKS)
  const longSlots = createSlots(MOST_LONG_CHUNKS)
  const local = new Map<string, LocalJob>()
  const disposers: (() => void)[] = []
  const looker = createLooker(look, (error) => log.error({ err: error }, 'jobs could not be looked for'))
  const { wake } = looker

  /** One that is to be given up takes no long place: that is done at once. */
  const isLongJob = ({ kind, state }: FoundJob) =>
    deps.kindOf(kind)?.runner.isLong === true && !GIVING_UP.includes(state)

  function hasRoom(isLong: boolean): boolean {
    let held = 0
    for (const each of local.values()) if (each.isLong === isLong) held += 1
    return held < (isLong ? MOST_LONG_CHUNKS : MOST_JOBS)
  }

  /** Works on a job as long as this node holds its lease. */
  async function hold({ id: jobId, kind }: FoundJob, asked: AbortSignal): Promise<void> {
    const { resumable, isLong } = deps.kindOf(kind)?.runner ?? {}
    const isFixed = resumable === false
    try {
      const lease = { name: `job:${jobId}`, ttlMs: timing.leaseMs }
      const isRun = await leases.run(lease, (held) => {
        const halted = AbortSignal.any([held.signal, asked])
        const output = outputOf(deps, held, jobId)
        const turns = isLong === true ? longSlots : slots
        const parts = { deps, lease: held, slots: turns, jobId, isFixed, asked, halted, output }
        return runJob({ ...parts, isStopping: looker.hasEnded })
      })
      local.delete(jobId)
      // What was held back, or asked for in between, is looked for at once.
      if (isRun) wake()
    } catch (error) {
      local.delete(jobId)
      // Taken up again at the next look.
      log.error({ err: error, jobId }, 'a job stopped on this node')
    }
  }

  function run(job: FoundJob, isLong: boolean): void {
    const asked = new AbortController()
    const ended = hold(job, asked.signal)
    local.set(job.id, { asked, isLong, ended })
  }

  async function look(): Promise<void> {
    for (const job of await findJobs(deps, hasRoom)) {
      if (looker.hasEnded()) return
      if (local.has(job.id)) continue
      const isLong = isLongJob(job)
      if (!hasRoom(isLong)) continue
      run(job, isLong)
      // The last long place: the next look leaves those kinds out, and finds what stands behind them.
      if (isLong && !hasRoom(true)) wake()
    }
  }

  function hear(news: JobNews): void {
    const by = news.state === 'cancelling' ? 'cancel' : 'pause'
    if (GIVING_UP.includes(news.state)) local.get(news.jobId)?.asked.abort(new JobHalt(by))
    if (news.state === 'queued' || news.state === 'cancelling') wake()
  }

  const drained = (limitMs: number) =>
    endsWithin(limitMs, [looker.underWay(), ...Array.from(local.values(), ({ ended }) => ended)])

  return {
    wake,
    start() {
      const timer = setInterval(wake, timing.pollMs)
      timer.unref()
      disposers.push(
        () => clearInterval(timer),
        store.broadcast.subscribe(JOBS_TOPIC, (text) => hear(parseJsonText(text) as JobNews)),
        store.broadcast.onLost(wake),
      )
      wake()
    },
    async stop() {
      looker.end()
      for (const dispose of disposers.splice(0)) dispose()
      if (await drained(timing.drainMs)) return
      for (const { asked } of local.values()) asked.abort(new JobHalt('node'))
      await drained(GRACE_MS)
    },
  }
}
