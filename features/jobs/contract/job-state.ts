import { z } from '@qd/contract-kit'

/** `pausing` and `cancelling`: asked for, the chunk under way is still being finished. */
export const jobState = z.enum([
  'queued',
  'running',
  'pausing',
  'paused',
  'cancelling',
  'succeeded',
  'partly_failed',
  'failed',
  'cancelled',
])
export type JobState = z.infer<typeof jobState>

export const OPEN_STATES: readonly JobState[] = ['queued', 'running', 'pausing', 'paused', 'cancelling']
export const ENDED_STATES: readonly JobState[] = ['succeeded', 'partly_failed', 'failed', 'cancelled']

/** The only ways from state to state; what is not listed is refused. */
export const JOB_MOVES = {
  /** A node begins, or goes on where another one died. */
  take: { queued: 'running', running: 'running' },
  /** A node stops in order, or waits for a server that is down. */
  giveBack: { running: 'queued' },
  askPause: { queued: 'paused', running: 'pausing' },
  halt: { running: 'paused', pausing: 'paused' },
  resume: { paused: 'queued', failed: 'queued' },
  /** On to the next stage. */
  goOn: { paused: 'queued', queued: 'queued' },
  askCancel: { queued: 'cancelling', running: 'cancelling', pausing: 'cancelling', paused: 'cancelling' },
  drop: { cancelling: 'cancelled' },
  retry: {
    paused: 'queued',
    succeeded: 'queued',
    partly_failed: 'queued',
    failed: 'queued',
    cancelled: 'queued',
  },
  succeed: { running: 'succeeded', pausing: 'succeeded', cancelling: 'succeeded' },
  failPartly: { running: 'partly_failed', pausing: 'partly_failed', cancelling: 'partly_failed' },
  fail: { running: 'failed', pausing: 'failed', cancelling: 'failed' },
  /** All that was asked again has ended, of a job whose other rows were given up before. */
  dropAgain: { running: 'cancelled', pausing: 'cancelled', cancelling: 'cancelled' },
} as const satisfies Record<string, Partial<Record<JobState, JobState>>>
export type JobMove = keyof typeof JOB_MOVES

/** Where a move leads from a state; null where it is not allowed. */
export function stateAfter(state: JobState, move: JobMove): JobState | null {
  return (JOB_MOVES[move] as Partial<Record<JobState, JobState>>)[state] ?? null
}
