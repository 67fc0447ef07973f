/** By which a second window tells the pages of this browser that it is through; nothing secret travels on it. */
export const STEP_UP_CHANNEL = 'qd-step-up'

export interface SteppedUp {
  /** What the second window was told, in words; null: it went well. */
  fault: string | null
}
