/** When an approved request may be executed, ms UTC; an open end has none. */
export interface FlowWindow {
  readonly from: number | null
  readonly to: number | null
}

/** After its window an approved request can be executed no more and ends by itself. */
export const EXPIRES_AFTER_WINDOW_MS = 24 * 3_600_000

export function isWindowOpen({ from, to }: FlowWindow, nowMs: number): boolean {
  return (from === null || nowMs >= from) && (to === null || nowMs <= to)
}

/** When an approved request ends by itself, unexecuted: a day after its window, or after its approval where it has no end. */
export function expiryOf({ from, to }: FlowWindow, approvedAtMs: number): number {
  return (to ?? Math.max(from ?? 0, approvedAtMs)) + EXPIRES_AFTER_WINDOW_MS
}
