import { create } from 'zustand'

/** A filter of a page under a name. */
export interface FilterPreset {
  id: string
  name: string
  filter: Readonly<Record<string, string>>
  /** Everybody who sees the page sees it. */
  isShared: boolean
  isOwn: boolean
  /** Who made it, for shared ones of others. */
  ownerName: string
  /** May be changed and deleted by the one who asks. */
  mayChange: boolean
}

export interface PresetDraft {
  page: string
  name: string
  filter: Readonly<Record<string, string>>
  isShared: boolean
}

/** Keeps filter presets; filled by a feature, tables without it offer none. */
export interface PresetKeeper {
  list: (page: string) => Promise<readonly FilterPreset[]>
  /** With an id the preset is overwritten. */
  save: (preset: PresetDraft & { id?: string }) => Promise<unknown>
  remove: (id: string) => Promise<unknown>
  /** Whether the user may share at all. */
  mayShare: () => boolean
}

export const usePresetKeeper = create<{ keeper: PresetKeeper | null }>()(() => ({ keeper: null }))

export function setPresetKeeper(keeper: PresetKeeper | null): void {
  usePresetKeeper.setState({ keeper })
}
