import type { ComponentType } from 'react'

declare module '@qd/web-frame' {
  /** Parts of a player's page that other features fill. */
  interface WebSlots {
    /** Beside the buttons of the head: what else there is of a player, where they are now. */
    playerActions?: ComponentType<{
      uId: string
      at: { game: string; operator: string; lineId: string; sId: number }
    }>
  }
}
