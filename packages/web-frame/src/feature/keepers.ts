/** Keeps small settings of the interface with the user's account. */
export interface PreferenceKeeper {
  /** All of the signed-in user's, by key. */
  load: () => Promise<Readonly<Record<string, unknown>>>
  /** null forgets it. `outlivesPage`: the page goes, and this must arrive all the same. */
  save: (key: string, value: unknown, outlivesPage?: boolean) => Promise<unknown>
}

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

/** Keeps filter presets; tables offer none where no feature keeps them. */
export interface PresetKeeper {
  list: (page: string) => Promise<readonly FilterPreset[]>
  /** With an id the preset is overwritten. */
  save: (preset: PresetDraft & { id?: string }) => Promise<unknown>
  remove: (id: string) => Promise<unknown>
  /** Whether the user may share at all. */
  mayShare: () => boolean
}
