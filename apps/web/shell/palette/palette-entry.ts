import type { ComponentType } from 'react'

export const SECTIONS = ['recent', 'tab', 'player', 'page', 'command', 'server', 'setting'] as const
export type Section = (typeof SECTIONS)[number]

export interface PaletteEntry {
  /** Unique in the palette; what "recent" remembers. */
  id: string
  section: Exclude<Section, 'recent'>
  title: string
  /** Beside the title, in grey: where it is, what it is now. */
  hint?: string
  /** Found by these words too, without showing them. */
  keywords?: string
  keys?: string
  icon?: ComponentType<{ size?: number }>
  run: () => void
}
