import { isDeepStrictEqual } from 'node:util'
import { diffPlayer } from '@qd/player-diff'
import { parseProtocol } from '@qd/protocol-model'
import { LARGE_ROWS, largeDefinition, largeTable } from './tools/large-player.ts'
import { median, type Result } from './tools/result.ts'
import { interleave, rowOf } from './tools/rounds.ts'

const ROUNDS = 9
/** Every fortieth row differs in one field, one row is gone, one is new. */
const CHANGED_EVERY = 40

function changed(table: Record<string, unknown>): Record<string, unknown> {
  const after = structuredClone(table) as Record<string, Record<string, unknown>>
  for (let key = 1; key <= LARGE_ROWS; key += CHANGED_EVERY) after[key]!['note'] = '改过'
  delete after['2']
  after[String(LARGE_ROWS + 1)] = { ...after['3'], recordId: LARGE_ROWS + 1 }
  return after
}

function timed(work: () => unknown): number {
  const start = performance.now()
  work()
  return performance.now() - start
}

/** The change set between two states of 10 MB, beside Node's own comparison, which only says that they differ. */
export async function measure(): Promise<Result> {
  const parsed = parseProtocol(largeDefinition())
  if (!parsed.ok) throw new Error(parsed.reason)
  const before = { archive: largeTable(LARGE_ROWS) }
  const after = { archive: changed(before.archive) }
  // Compared with an equal copy: two that differ early would end it at once.
  const copy = structuredClone(before)
  let found = 0
  const rows = await interleave(
    [
      {
        who: 'isDeepStrictEqual of two equal ones',
        units: ['ms'],
        round: async () => [timed(() => isDeepStrictEqual(before, copy))],
      },
      {
        who: 'change set',
        units: ['ms'],
        round: async () => [timed(() => (found = diffPlayer(parsed.protocol, before, after).length))],
      },
    ],
    ROUNDS,
  )
  const ms = median(rowOf(rows, 'change set', 'ms').rounds)
  return {
    rows,
    verdicts: [{ what: 'change set of two states of 10 MB', figure: ms, unit: 'ms', goal: '<= 200' }],
    notes: [`${found} changes found.`],
  }
}
