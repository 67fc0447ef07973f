import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { ENDED_STATES, JOB_MOVES, OPEN_STATES, stateAfter } from '../contract/index.ts'
import type { JobMove, JobState } from '../contract/index.ts'
import { countOutcomes, mergeOutcomes, pendingRows } from './chunk-rows.ts'
import type { StoredOutcome } from './chunk-rows.ts'
import { FIRST_CHUNK_ROWS, RowCutter, stageEnds } from './cut-rows.ts'
import { isOverFailureLimit } from './failure-limit.ts'

const STATES: readonly JobState[] = [...OPEN_STATES, ...ENDED_STATES]
const moves = Object.keys(JOB_MOVES) as JobMove[]

describe('states of a job', () => {
  test('[jobs.states] whatever is asked in whatever order, a job is in a known state and an ended one stays ended until somebody goes on', () => {
    fc.assert(
      fc.property(fc.array(fc.constantFrom(...moves)), (asked) => {
        let state: JobState = 'queued'
        for (const move of asked) {
          const next = stateAfter(state, move)
          if (next === null) continue
          const isRevived = ENDED_STATES.includes(state) && !ENDED_STATES.includes(next)
          if (isRevived) expect(['retry', 'resume']).toContain(move)
          if (state === 'cancelling') expect(ENDED_STATES).toContain(next)
          state = next
          expect(STATES).toContain(state)
        }
      }),
    )
  })

  test('[jobs.states] every open job can be cancelled, and only one that waits or runs can be paused', () => {
    const may = (move: JobMove) => STATES.filter((state) => stateAfter(state, move) !== null)
    expect(may('askCancel')).toEqual(['queued', 'running', 'pausing', 'paused'])
    expect(may('askPause')).toEqual(['queued', 'running'])
    expect(may('resume')).toEqual(['paused', 'failed'])
    expect(may('retry')).toEqual(['paused', ...ENDED_STATES])
  })
})

describe('the failure limit', () => {
  const job = {
    done_rows: 0,
    failed_rows: 0,
    skipped_rows: 0,
    unknown_rows: 0,
    base_worked: 0,
    base_bad: 0,
    stop_percent: 5,
  }
  test.each([
    ['nothing yet', {}, false],
    ['one of the first 20', { done_rows: 19, failed_rows: 1 }, false],
    ['four of the first 20', { done_rows: 16, failed_rows: 4 }, false],
    ['five of the first 20', { done_rows: 15, failed_rows: 5 }, true],
    ['five of 100', { done_rows: 95, failed_rows: 5 }, true],
    ['five of 101', { done_rows: 96, failed_rows: 5 }, false],
    ['unknown rows count as bad', { done_rows: 15, failed_rows: 2, unknown_rows: 3 }, true],
    ['skipped rows count as worked on', { skipped_rows: 96, failed_rows: 5 }, false],
    [
      'what failed before the resume is forgiven',
      { done_rows: 60, failed_rows: 24, base_worked: 20, base_bad: 20 },
      false,
    ],
    ['what fails after it is not', { done_rows: 57, failed_rows: 25, base_worked: 20, base_bad: 20 }, true],
    ['at 100 per cent only when all fail', { done_rows: 1, failed_rows: 99, stop_percent: 100 }, false],
  ])('[jobs.limit] %s', (_title, rest, isOver) => {
    expect(isOverFailureLimit({ ...job, ...rest })).toBe(isOver)
  })
})

describe('chunks', () => {
  const stage = fc.record({ rows: fc.integer({ min: 1, max: 400 }) })
  test('[jobs.chunks] all rows, in order, each once; the first chunk is small, none is larger than told or ends a stage in its middle', () => {
    fc.assert(
      fc.property(
        fc.nat({ max: 2_000 }),
        fc.integer({ min: 1, max: 300 }),
        fc.array(stage, { maxLength: 3 }),
        fc.nat({ max: 500 }),
        (rows, size, stages, batch) => {
          const given = Array.from({ length: rows }, (_, n) => ({ key: String(n), input: n }))
          let cutter = new RowCutter(size, stages)
          const chunks = given.flatMap((row) => {
            const chunk = cutter.take(row)
            // Another node goes on where a batch ended.
            const rest = batch > 0 && cutter.seq % batch === 0 ? cutter.rest() : null
            if (rest !== null) cutter = new RowCutter(size, stages, cutter.seq)
            return [chunk, rest].filter((each) => each !== null)
          })
          const last = cutter.rest()
          if (last !== null) chunks.push(last)
          expect(chunks.flatMap((chunk) => JSON.parse(chunk.rows) as object[])).toEqual(given)
          expect(chunks.every(({ count }) => count > 0 && count <= size)).toBe(true)
          expect(chunks[0]?.count ?? 0).toBeLessThanOrEqual(FIRST_CHUNK_ROWS)
          let seq = 0
          for (const { first, count } of chunks) {
            expect(first).toBe(seq)
            seq += count
            for (const end of stageEnds(stages)) expect(first < end && seq > end).toBe(false)
          }
        },
      ),
    )
  })

  test('[jobs.retry] only rows that ended so are worked on again, and what came of the others stays', () => {
    const status = fc.constantFrom('done', 'failed', 'skipped', 'unknown')
    fc.assert(
      fc.property(
        fc.array(status, { minLength: 1 }),
        fc.constantFrom('failed', 'unknown'),
        fc.nat(5),
        (all, which, round) => {
          const rows = all.map((_, n) => ({ key: String(n), input: n }))
          const before: StoredOutcome[] = all.map((each) => ({
            status: each,
            ...(round > 0 ? { attempt: round } : {}),
          }))
          const redo = {
            redo_failed: which === 'failed' ? 1 : 0,
            redo_unknown: which === 'unknown' ? 1 : 0,
            round: round + 1,
          }
          const pending = pendingRows(redo, rows, before)
          expect(pending.map(({ index }) => all[index])).toEqual(all.filter((each) => each === which))
          // A new try is a new effect; asking again is the same one.
          expect(pending.every(({ attempt }) => attempt === (which === 'failed' ? round + 1 : round))).toBe(
            true,
          )
          const merged = mergeOutcomes(
            before,
            pending,
            pending.map(() => ({ status: 'done' as const })),
          )
          expect(merged.map((each) => each.status)).toEqual(
            all.map((each) => (each === which ? 'done' : each)),
          )
          expect(countOutcomes(merged)[`${which}_rows`]).toBe(0)
        },
      ),
    )
  })
})
