import type { PlayerData } from '@qd/protocol-model'
import { whenSessionEnds, whenTabCloses } from '@qd/web-kit'
import { PLAYER_PAGE } from '../state/player-tab.ts'

/** A text somebody has typed in and not applied yet, with the data it was printed from. */
export interface KeptText {
  text: string
  base: PlayerData
}

/** By uId and scope; a look at the table in between loses nothing. */
const kept = new Map<string, KeptText>()

const idOf = (uId: string, scope: string): string => `${uId}/${scope}`

export const jsonTexts = {
  read: (uId: string, scope: string): KeptText | undefined => kept.get(idOf(uId, scope)),
  keep: (uId: string, scope: string, text: KeptText): void => void kept.set(idOf(uId, scope), text),
  drop: (uId: string, scope: string): void => void kept.delete(idOf(uId, scope)),
  clear: (): void => kept.clear(),
}

whenSessionEnds(jsonTexts.clear)
whenTabCloses(({ page, record: { uId } }) => {
  if (page !== PLAYER_PAGE || uId === undefined) return
  for (const id of kept.keys()) if (id.startsWith(`${uId}/`)) kept.delete(id)
})
