import { AsyncLocalStorage } from 'node:async_hooks'

/** Whether the call under way may write. */
export interface WriteGuard {
  /** What the guard is about, for the message. */
  readonly route: string
  isOpen: boolean
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
  throw new Error(`${guard.route} would write before ctx.approve has passed`)
}
