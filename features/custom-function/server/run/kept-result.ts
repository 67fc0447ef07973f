import type { StepResult } from '../../contract/index.ts'

/** Signs of a value, and rows of a table, that a run which is over keeps. */
export const KEPT_CHARS = 65_536
export const KEPT_ROWS = 500

/**
 * A step's result as it is kept for half a year: whoever runs the function sees all of it, but a function that
 * reads a large table, run on a list of players, must not fill the database.
 */
export function keptResult(step: StepResult): StepResult {
  const text = step.json === undefined ? '' : JSON.stringify(step.json)
  return {
    ...step,
    ...(text.length > KEPT_CHARS ? { json: `${text.slice(0, KEPT_CHARS)}…` } : {}),
    ...(step.table === undefined || step.table.rows.length <= KEPT_ROWS
      ? {}
      : { table: { ...step.table, rows: step.table.rows.slice(0, KEPT_ROWS) } }),
  }
}
