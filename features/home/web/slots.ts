import type { PlaceRef, PlayerRef } from '@qd/contract-kit'
import type { ComponentType } from 'react'
import type { ServerCard } from './card-cell.tsx'

declare module '@qd/web-frame' {
  /** Panels of home that other features fill. */
  interface WebSlots {
    /** A way into the console for who is new to it. */
    firstSteps?: ComponentType
    /** What the reader has to decide; nothing for those who may not. */
    waitingForMe?: ComponentType
    /** The newest jobs of the reader. */
    ownJobs?: ComponentType
    /** Changes the reader has not sent yet, by player. */
    ownDrafts?: ComponentType
    /** What can be done to the server whose card is shown. */
    serverActions?: ComponentType<{ card: ServerCard; onChanged: () => void }>
    /** What was changed lately on a server. */
    latestEdits?: ComponentType<{ at: Required<PlaceRef> }>
    /** How many changes to a player the reader has not sent; nothing without any. */
    unsentChanges?: ComponentType<PlayerRef>
  }
}
