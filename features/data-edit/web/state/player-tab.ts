import { tabIdOf } from '@qd/web-kit'

/** Home; with a uId the player's page. */
export const PLAYER_PAGE = 'index/:uId?'

/** Tab of a player: his draft marks it as unsaved, and goes when it closes. */
export function playerTab(uId: string): string {
  return tabIdOf(PLAYER_PAGE, { uId })
}
