import { ENDED_STATES, jobGet } from '@qd/jobs/contract'
import { isCallError } from '@qd/web-base'
import { call } from '@qd/web-calls'
import { databaseOf, tellChange, useWorkspace } from '../workspace/workspace.ts'
import type { KeySession } from './key-session.ts'
import { sessionOf } from './key-sessions.ts'

/** How often a job is asked how far it is. */
const ASK_MS = 1_000

/** A job on keys of a database as the panel shows it until it is put away. */
export interface FollowedJob {
  jobId: string
  /** What it does. */
  title: string
  /** Keys it works on. */
  keys: number
  /** Keys it has worked on, and those of them that failed. */
  done: number
  failed: number
  isEnded: boolean
  /** It did not come to its end: it failed as a whole, or was cancelled. */
  isBroken: boolean
  /** Fetches the file it made; such a job changes no keys. */
  getFile?: () => Promise<void>
}

/** Asks once; false when it has ended, or cannot be asked about. */
async function ask(session: KeySession, jobId: string): Promise<boolean> {
  try {
    const job = await call(jobGet, { body: { jobId } }, { tag: 'redis:page.keys', told: 'once' })
    const { done, failed, skipped, unknown } = job.counters
    const isEnded = ENDED_STATES.includes(job.state)
    const isBroken = job.state === 'failed' || job.state === 'cancelled'
    const change = { done: done + failed + skipped + unknown, failed: failed + unknown, isEnded, isBroken }
    session.set({
      jobs: session.state.jobs.map((each) => (each.jobId === jobId ? { ...each, ...change } : each)),
    })
    return !isEnded
  } catch (error) {
    if (!isCallError(error)) throw error
    return error.isRetryable
  }
}

/** Shows how far a job on keys is; when it has ended, the keys are scanned again. */
export function followJob(
  session: KeySession,
  job: Pick<FollowedJob, 'jobId' | 'title' | 'keys' | 'getFile'>,
  /** Another database that gets keys. */
  target: string | null = null,
): void {
  const { jobId } = job
  session.set({
    jobs: [...session.state.jobs, { ...job, done: 0, failed: 0, isEnded: false, isBroken: false }],
    chosen: new Map(),
  })
  const next = (): void => {
    const isWanted = session.state.jobs.some((each) => each.jobId === jobId)
    if (!session.isOver && isWanted) setTimeout(() => void again(), ASK_MS)
  }
  const again = async (): Promise<void> => {
    if (await ask(session, jobId)) return next()
    if (session.isOver || job.getFile !== undefined) return
    const databaseId = session.database.id
    const open = useWorkspace.getState().keys.filter((each) => each.databaseId === databaseId)
    tellChange({ databaseId, added: [], removed: [], changed: open.map(({ key }) => key) })
    await session.scan()
    const other = target === null || target === databaseId ? undefined : databaseOf(target)
    if (other !== undefined) await sessionOf(other).scan()
  }
  next()
}
