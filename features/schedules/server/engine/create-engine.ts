import { setTimeout as sleep } from 'node:timers/promises'
import { inBackground } from '@qd/server-kit'
import type { StoredRun } from '../schedule-tables.ts'
import { SCHEDULES_TOPIC } from '../schedules-deps.ts'
import type { UseCaseDeps } from '../schedules-deps.ts'
import { workOnRun } from './begin-run.ts'
import { followJobs } from './follow-jobs.ts'
import { nextRuns } from './next-runs.ts'
import { takeDue } from './take-due.ts'
import { keepSystemEntries } from './system-entries.ts'

/** Runs one node does at once: most only start a job. */
const MOST_RUNS = 16
/** For work told to end when the node stops. */
const GRACE_MS = 1_000

/** The part of every node that takes due times and runs them. */
export interface ScheduleEngine {
  start(): Promise<void>
  /** Ends, or gives back, what is under way. */
  stop(): Promise<void>
  /** Looks for work now. */
  wake(): void
}

/** What one part cannot do does not hold up those after it; the first fault is thrown in the end. */
async function eachInTurn(parts: readonly (() => Promise<unknown>)[]): Promise<void> {
  const faults: unknown[] = []
  for (const part of parts) {
    try {
      await part()
    } catch (error) {
      faults.push(error)
    }
  }
  if (faults.length > 0) throw faults[0]
}

export function createScheduleEngine(deps: UseCaseDeps): ScheduleEngine {
  const { store, timing, log } = deps
  const local = new Map<string, Promise<void>>()
  /** Runs this node may not try before: another node has them, or the console met a fault. */
  const heldBack = new Map<string, number>()
  const stopping = new AbortController()
  const disposers: (() => void)[] = []
  let looking: Promise<void> | undefined
  let isLookWanted = false
  let isStopping = false
  let isKept = false

  /** A console whose disk is full starts all the same; what could not be written is tried again at each look. */
  async function keepOnce(): Promise<void> {
    if (isKept) return
    await keepSystemEntries(deps)
    isKept = true
  }

  async function hold(runId: string): Promise<void> {
    try {
      const isRun = await workOnRun(deps, runId, stopping.signal)
      if (!isRun) heldBack.set(runId, performance.now() + timing.leaseMs / 3)
    } catch (error) {
      heldBack.set(runId, performance.now() + timing.retryMs)
      if (!stopping.signal.aborted) log.error({ err: error, runId }, 'a scheduled run stopped on this node')
    }
    local.delete(runId)
    // What waited for its end is looked for at once.
    wake()
  }

  const mayTry = ({ id }: StoredRun) => {
    if (local.has(id)) return false
    const from = heldBack.get(id)
    if (from === undefined || from > performance.now()) return from === undefined
    heldBack.delete(id)
    return true
  }

  async function beginRuns(): Promise<void> {
    const runs = await nextRuns(deps, MOST_RUNS * 8)
    const open = new Set(runs.map(({ id }) => id))
    for (const id of heldBack.keys()) if (!open.has(id)) heldBack.delete(id)
    for (const run of runs.filter(mayTry)) {
      if (isStopping || local.size >= MOST_RUNS) return
      // A call may have set it off, but nobody waits for it.
      local.set(
        run.id,
        inBackground(() => hold(run.id)),
      )
    }
  }

  const lookOnce = () => eachInTurn([keepOnce, () => takeDue(deps), () => followJobs(deps), beginRuns])

  async function look(): Promise<void> {
    while (isLookWanted) {
      isLookWanted = false
      if (!isStopping) await lookOnce()
    }
  }

  function wake(): void {
    isLookWanted = true
    if (isStopping) return
    looking ??= look()
      .catch((error: unknown) => log.error({ err: error }, 'due times could not be looked for'))
      .finally(() => (looking = undefined))
  }

  async function drained(limitMs: number): Promise<boolean> {
    const aborter = new AbortController()
    const late = sleep(limitMs, false, { signal: aborter.signal, ref: false }).catch(() => false)
    const isDone = await Promise.race([Promise.all([looking, ...local.values()]).then(() => true), late])
    aborter.abort()
    return isDone
  }

  return {
    wake,
    async start() {
      await keepOnce().catch((error: unknown) => log.error({ err: error }, 'entries of the system'))
      const timer = setInterval(wake, timing.pollMs)
      timer.unref()
      disposers.push(
        () => clearInterval(timer),
        store.broadcast.subscribe(SCHEDULES_TOPIC, wake),
        store.broadcast.onLost(wake),
      )
      wake()
    },
    async stop() {
      isStopping = true
      for (const dispose of disposers.splice(0)) dispose()
      if (!(await drained(timing.drainMs))) {
        stopping.abort()
        await drained(GRACE_MS)
      }
      stopping.abort()
    },
  }
}
