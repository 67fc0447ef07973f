import type { Place } from '@qd/player-diff'

/** Whose time line is in view: the player's, or that of a field, a column (no key) or a row (no path). */
export interface HistoryView {
  place: Place | null
  /** Only this entry of it, or the one that holds this edit. */
  entry?: string
}

export const WHOLE_HISTORY: HistoryView = { place: null }
