import type { MissedRule, OverlapRule } from '@qd/contract-kit'
import type { RuleClock } from './rule-clock.ts'

/** A run that begins later than this is late: its due time was missed. */
export const ON_TIME_MS = 60_000
/** Missed times that are made up for, or listed, at most. */
export const MOST_MISSED = 24
/** Runs of one entry that wait for their turn, at most. */
export const MOST_WAITING = 24

export interface DueRun {
  dueAt: number
  state: 'waiting' | 'skipped' | 'missed'
  isLate: boolean
}

export interface DueEntry {
  /** The due time that is to be taken. */
  nextAt: number
  missed: MissedRule
  overlap: OverlapRule
}

export interface OpenRuns {
  open: number
  waiting: number
}

/** What becomes of the times that are due now, the oldest first. */
function chosenRuns({ nextAt, missed }: DueEntry, clock: RuleClock, nowMs: number): DueRun[] {
  // One more than may be missed: the newest is none of them.
  const due = clock.last(MOST_MISSED + 1, nowMs).filter((dueAt) => dueAt >= nextAt)
  return due.map((dueAt, index) => {
    const isLate = nowMs - dueAt > ON_TIME_MS
    const isNewest = index === due.length - 1
    const runs = missed === 'each' || (isNewest && (missed === 'once' || !isLate))
    return { dueAt, isLate: isLate && runs, state: runs ? 'waiting' : 'missed' }
  })
}

/**
 * What is done about the due times of an entry up to now, and when it is due next. What is made up for together waits in
 * turn; the overlap rule is about runs that were open before.
 */
export function planDue(
  entry: DueEntry,
  clock: RuleClock,
  nowMs: number,
  before: OpenRuns,
): { runs: DueRun[]; takenAt: number; nextAt: number | null } {
  let room = entry.overlap === 'skip' && before.open > 0 ? 0 : MOST_WAITING + 1 - before.waiting
  const runs = chosenRuns(entry, clock, nowMs).map((run): DueRun => {
    if (run.state !== 'waiting') return run
    if (room <= 0) return { ...run, state: 'skipped', isLate: false }
    room -= 1
    return run
  })
  const takenAt = Math.max(entry.nextAt, runs.at(-1)?.dueAt ?? 0)
  return { runs, takenAt, nextAt: clock.next(Math.max(takenAt, nowMs)) }
}
