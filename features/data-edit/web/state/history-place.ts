import type { Place } from '@qd/player-diff'

/** Whose history is in view: the player's, or that of a field, a column (no key) or a row (no path). */
export interface HistoryView {
  place: Place | null
}

export const WHOLE_HISTORY: HistoryView = { place: null }
