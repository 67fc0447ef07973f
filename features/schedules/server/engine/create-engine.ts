import { createNodeRuns } from '@qd/server-kit'
import type { NodeRuns } from '@qd/server-kit'
import { SCHEDULES_TOPIC } from '../schedules-deps.ts'
import type { UseCaseDeps } from '../schedules-deps.ts'
import { workOnRun } from './begin-run.ts'
import { followJobs } from './follow-jobs.ts'
import { nextRuns } from './next-runs.ts'
import { takeDue } from './take-due.ts'
import { keepSystemEntries } from './system-entries.ts'

/** Runs one node does at once: most only start a job. */
const MOST_RUNS = 16

/** The part of every node that takes due times and runs them. */
export interface ScheduleEngine extends Pick<NodeRuns, 'stop' | 'wake'> {
  start(): Promise<void>
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
  let isKept = false

  /** A console whose disk is full starts all the same; what could not be written is tried again at each look. */
  async function keepOnce(): Promise<void> {
    if (isKept) return
    await keepSystemEntries(deps)
    isKept = true
  }

  async function beginRuns(): Promise<void> {
    const next = await nextRuns(deps, MOST_RUNS * 8)
    runs.begin(next.map(({ id }) => id))
  }

  const runs = createNodeRuns({
    broadcast: store.broadcast,
    topic: SCHEDULES_TOPIC,
    timing,
    most: MOST_RUNS,
    look: () => eachInTurn([keepOnce, () => takeDue(deps), () => followJobs(deps), beginRuns]),
    run: (id, stopping) => workOnRun(deps, id, stopping),
    onLookFault: (error) => log.error({ err: error }, 'due times could not be looked for'),
    onRunFault: (error, id) => log.error({ err: error, runId: id }, 'a scheduled run stopped on this node'),
  })
  return {
    wake: runs.wake,
    async start() {
      await keepOnce().catch((error: unknown) => log.error({ err: error }, 'entries of the system'))
      runs.start()
    },
    stop: runs.stop,
  }
}
