/** What is kept of a job's output; the oldest goes first. */
export interface OutputLimits {
  rows: number
  bytes: number
  /** Of one line; a longer one is cut. */
  lineBytes: number
  /** Kept in memory until they are written; the oldest goes first, as when the database is away. */
  heldRows: number
  heldBytes: number
  /** Between two writes: so much is lost at most when the node dies. */
  flushMs: number
}

export const OUTPUT_LIMITS: OutputLimits = {
  rows: 5_000,
  bytes: 4 * 1_048_576,
  lineBytes: 16_384,
  heldRows: 1_000,
  heldBytes: 1_048_576,
  flushMs: 300,
}
