/** Bounds of what a scenario may be and do; what is over them is refused or fails with its step. */
export const LIMITS = {
  /** Characters of the text form. */
  textChars: 262_144,
  /** Steps of a scenario, those inside others included. */
  steps: 2_000,
  /** Blocks in blocks. */
  depth: 16,
  /** Calls inside calls, while it runs. */
  callDepth: 16,
  vars: 200,
  nameChars: 100,
  /** Characters of a value of a variable or of a body, as JSON. */
  valueChars: 65_536,
  /** Values inside values. */
  valueDepth: 32,
  loopTimes: 1_000_000,
  weight: 1_000_000,
  sleepMs: 3_600_000,
  timeoutMs: 600_000,
  /** Steps one pass may go through. */
  stepsPerPass: 200_000,
  /** Steps without a wait before the process does something else. */
  stepsAtOnce: 1_000,
  passMs: 6 * 3_600_000,
  /** Pushes kept for a `wait` that comes after them. */
  heldPushes: 16,
} as const

export const DEFAULT_TIMEOUT_MS = 10_000
