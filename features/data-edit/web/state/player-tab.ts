import type { PlayerRef } from '@qd/contract-kit'
import { PLAYER_PAGE } from '@qd/players/contract'
import { tabIdOf, whenTabCloses } from '@qd/web-frame'

/** Tab of a player: their draft marks it as unsaved, and goes when it closes. */
export function playerTab({ uId, game }: PlayerRef): string {
  return tabIdOf(PLAYER_PAGE, { uId, game })
}

/** Tells what belongs to a player that their tab was closed; one that was never found had nothing. */
export function whenPlayerCloses(forget: (player: PlayerRef) => void): void {
  whenTabCloses(({ page, record: { uId, game } }) => {
    if (page === PLAYER_PAGE && uId !== undefined && game !== undefined) forget({ uId, game })
  })
}
