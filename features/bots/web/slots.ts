import type { ComponentType } from 'react'
import type { BotsPlayer } from '../contract/index.ts'

declare module '@qd/web-frame' {
  /** What other features show for bots. */
  interface WebSlots {
    /** Values of a player that differ, before and after, by module. */
    changedValues?: ComponentType<{ groups: BotsPlayer['modules'] }>
  }
}
