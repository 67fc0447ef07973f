import { AsyncLocalStorage } from 'node:async_hooks'

/** Thrown where a call that is only tried would go on to write: it has passed all that it checks before. */
export class RehearsalEnd extends Error {}

/** Whether the call under way may write. */
export interface WriteGuard {
  /** What the guard is about, for the message. */
  readonly route: string
  isOpen: boolean
  /** It is only tried: its first write ends it. */
  readonly isTrial?: true
}

const guarded = new AsyncLocalStorage<WriteGuard>()

/** Runs a gated call: until its guard is open, whatever it writes with refuses. */
export function guardWrites<T>(guard: WriteGuard, work: () => T): T {
  return guarded.run(guard, work)
}

/**
 * Throws in a gated call that has not passed `ctx.approve`; what writes asks here first: a commit, the start of a job, an
 * entry of the schedule, a call that changes something in a game.
 */
export function assertMayWrite(): void {
  const guard = guarded.getStore()
  if (guard === undefined || guard.isOpen) return
  if (guard.isTrial === true) throw new RehearsalEnd(`${guard.route} would write now`)
  throw new Error(`${guard.route} would write before ctx.approve has passed`)
}
