import { playerKey } from '@qd/contract-kit'
import type { PlayerKey } from '@qd/contract-kit'
import type { PlayerData } from '@qd/protocol-model'
import { whenSessionEnds } from '@qd/web-calls'
import { whenPlayerCloses } from '../state/player-tab.ts'

/** A text somebody has typed in and not applied yet, with the data it was printed from. */
export interface KeptText {
  text: string
  base: PlayerData
}

/** By player and scope; a look at the table in between loses nothing. */
const kept = new Map<string, KeptText>()

const idOf = (player: PlayerKey, scope: string): string => `${player} ${scope}`

export const jsonTexts = {
  read: (player: PlayerKey, scope: string): KeptText | undefined => kept.get(idOf(player, scope)),
  keep: (player: PlayerKey, scope: string, text: KeptText): void => void kept.set(idOf(player, scope), text),
  drop: (player: PlayerKey, scope: string): void => void kept.delete(idOf(player, scope)),
  clear: (): void => kept.clear(),
}

whenSessionEnds(jsonTexts.clear)
whenPlayerCloses((closed) => {
  const start = idOf(playerKey(closed), '')
  for (const id of kept.keys()) if (id.startsWith(start)) kept.delete(id)
})
