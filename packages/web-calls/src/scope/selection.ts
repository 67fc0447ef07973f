/** The selection: empty text or 0 means nothing chosen at that level (S1.01). */
export interface Selection {
  game: string
  partnerCode: string
  lineId: string
  sId: number
  channel: string
}

export const NOTHING: Selection = { game: '', partnerCode: '', lineId: '', sId: 0, channel: '' }

/** The five levels without all else the store holds; a new object each time, so hooks want it with useShallow. */
export function selectionOf(state: Selection): Selection {
  const { game, partnerCode, lineId, sId, channel } = state
  return { game, partnerCode, lineId, sId, channel }
}
