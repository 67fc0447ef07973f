import { setTimeout as sleep } from 'node:timers/promises'
import { inBackground } from '@qd/server-kit'
import type { JobNews } from '../job-news.ts'
import { JOBS_TOPIC } from '../job-news.ts'
import type { UseCaseDeps } from '../jobs-deps.ts'
import { runJob } from './run-job.ts'
import { createSlots } from './slots.ts'

/** Chunks worked on at once by one node: they mostly wait for game servers. */
const MOST_CHUNKS = 4
/** Jobs one node holds at once; their chunks take turns. */
const MOST_JOBS = 16
/** For runners told to end when the node stops. */
const GRACE_MS = 1_000

/** The part of every node that runs jobs. */
export interface JobEngine {
  start(): void
  /** Finishes or gives back what is under way. */
  stop(): Promise<void>
  /** Looks for jobs now. */
  wake(): void
}

interface LocalJob {
  asked: AbortController
  ended: Promise<void>
}

export function createJobEngine(deps: UseCaseDeps): JobEngine {
  const { store, leases, timing, log } = deps
  const slots = createSlots(MOST_CHUNKS)
  const local = new Map<string, LocalJob>()
  const disposers: (() => void)[] = []
  let isStopping = false
  let looking: Promise<void> | undefined
  let isLookWanted = false

  async function findJobs(): Promise<string[]> {
    const kinds = deps.kinds().map(({ job }) => job.name)
    const rows = await store.read
      .selectFrom('job')
      .select('id')
      .where('state', 'in', ['queued', 'running', 'pausing', 'cancelling'])
      .where('not_before', '<=', deps.nowMs())
      // A kind of another version of the program is left to it, but anybody can give a job up.
      .where((eb) =>
        eb.or([eb('state', 'in', ['pausing', 'cancelling']), ...kinds.map((kind) => eb('kind', '=', kind))]),
      )
      .orderBy('id')
      .limit(MOST_JOBS * 4)
      .execute()
    return rows.map(({ id }) => id).filter((id) => !local.has(id))
  }

  /** Works on a job as long as this node holds its lease. */
  async function hold(jobId: string, asked: AbortSignal): Promise<void> {
    try {
      const lease = { name: `job:${jobId}`, ttlMs: timing.leaseMs }
      const isRun = await leases.run(lease, (held) =>
        runJob({ deps, lease: held, slots, jobId, asked, isStopping: () => isStopping }),
      )
      local.delete(jobId)
      // What was held back, or asked for in between, is looked for at once.
      if (isRun) wake()
    } catch (error) {
      local.delete(jobId)
      // Taken up again at the next look.
      log.error({ err: error, jobId }, 'a job stopped on this node')
    }
  }

  function run(jobId: string): void {
    const asked = new AbortController()
    // A call may have set it off, but nobody waits for it.
    const ended = inBackground(() => hold(jobId, asked.signal))
    local.set(jobId, { asked, ended })
  }

  async function look(): Promise<void> {
    while (isLookWanted) {
      isLookWanted = false
      for (const jobId of await findJobs()) {
        if (isStopping) return
        if (local.size < MOST_JOBS) run(jobId)
      }
    }
  }

  function wake(): void {
    isLookWanted = true
    if (isStopping) return
    looking ??= look()
      .catch((error: unknown) => log.error({ err: error }, 'jobs could not be looked for'))
      .finally(() => (looking = undefined))
  }

  function hear(news: JobNews): void {
    if (news.state === 'pausing' || news.state === 'cancelling') local.get(news.jobId)?.asked.abort()
    if (news.state === 'queued' || news.state === 'cancelling') wake()
  }

  async function drained(limitMs: number): Promise<boolean> {
    const all = Promise.all([looking, ...Array.from(local.values(), ({ ended }) => ended)])
    const aborter = new AbortController()
    const late = sleep(limitMs, false, { signal: aborter.signal, ref: false }).catch(() => false)
    const isDone = await Promise.race([all.then(() => true), late])
    aborter.abort()
    return isDone
  }

  return {
    wake,
    start() {
      const timer = setInterval(wake, timing.pollMs)
      timer.unref()
      disposers.push(
        () => clearInterval(timer),
        store.broadcast.subscribe(JOBS_TOPIC, (text) => hear(JSON.parse(text) as JobNews)),
        store.broadcast.onLost(wake),
      )
      wake()
    },
    async stop() {
      isStopping = true
      for (const dispose of disposers.splice(0)) dispose()
      if (await drained(timing.drainMs)) return
      for (const { asked } of local.values()) asked.abort()
      await drained(GRACE_MS)
    },
  }
}
