import type { RowResult } from '@qd/game-contract'
import type { HonestReply } from './honest-calls.ts'

/**
 * How a server misreports the rows of a call that it did honestly: leaves the last out, tells the first twice with two
 * outcomes, names a row nobody asked for, says that all failed, or changes its mind with every answer.
 */
export const ROW_LIES = ['missing', 'twice', 'beyond', 'all_failed', 'fickle'] as const
export type RowLie = (typeof ROW_LIES)[number]

const failed = (row: RowResult): RowResult => ({ ...row, status: 404, code: 2001, msg: 'no such player' })

function liedRows(lie: RowLie, rows: RowResult[], answers: number): RowResult[] {
  const first = rows.slice(0, 1)
  switch (lie) {
    case 'missing':
      return rows.slice(0, -1)
    case 'twice':
      return [...rows, ...first.map(failed)]
    case 'beyond':
      return [...rows, ...first.map((row) => ({ ...row, index: rows.length + 7 }))]
    case 'all_failed':
      return rows.map(failed)
    default:
      return answers % 2 === 0 ? rows : rows.map(failed)
  }
}

/** The reply with other rows, where it has any; `answers` counts those given before. */
export function withLiedRows(lie: RowLie, reply: HonestReply, answers: number): HonestReply {
  const data = reply.data as { results?: RowResult[] } | null
  if (reply.status !== 0 || data?.results === undefined) return reply
  return { ...reply, data: { ...data, results: liedRows(lie, data.results, answers) } }
}
