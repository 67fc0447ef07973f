import type { RowResult } from '@qd/game-contract'
import type { Verdict } from './verdict.ts'

/** The game's rows as verdicts, one for each change; a row the game left out counts as not done. */
export function rowVerdicts(
  rows: readonly RowResult[],
  count: number,
  text: (key: string) => string,
): Verdict[] {
  const byIndex = new Map(rows.map((row) => [row.index, row]))
  return Array.from({ length: count }, (_, index) => {
    const row = byIndex.get(index)
    if (row === undefined) return { index, status: 502, code: 'unanswered', msg: text('row.unanswered') }
    return { index, status: row.status, code: String(row.code), msg: row.msg }
  })
}

export function statusOf(results: readonly Verdict[]): 'applied' | 'partly' | 'refused' {
  const done = results.filter(({ status }) => status === 0).length
  if (done === results.length) return 'applied'
  return done === 0 ? 'refused' : 'partly'
}
