import { isLanguage, languageOf } from '@qd/i18n'
import type { Language } from '@qd/i18n'
import { create } from 'zustand'
import { persist } from 'zustand/middleware'
import { DEFAULT_THEME_COLOR } from './look/presets.ts'
import { storedState } from './storage.ts'

export type ThemeChoice = 'light' | 'dark' | 'system'
export type Density = 'compact' | 'comfortable'
/** Whose wall clock times are written in: the selected server's, the browser's, or UTC. */
export type ZoneMode = 'server' | 'local' | 'utc'

/** How the console looks and behaves for one operator (S2.29, S3.13). */
export interface Settings {
  language: Language
  theme: ThemeChoice
  /** Base colour of the theme, `#rrggbb`. */
  themeColor: string
  density: Density
  /** Whether open pages have tags. */
  tagsView: boolean
  /** Whether top bar and menu stay while a page scrolls. */
  fixedHeader: boolean
  /** Whether the product's mark is shown. */
  sidebarLogo: boolean
  timeZone: ZoneMode
  reducedMotion: boolean
  /** Whether shortcuts of a single character work (WCAG 2.1.4). */
  singleKeys: boolean
  /** Gives ctrl/cmd + r back to the browser. */
  browserReload: boolean
  /** Whether every quantity of a gift above 100,000 is shown as a time, not only those of items that are times (S9.04). */
  giftTimes: boolean
  /** Whether the last calls are noted and shown. */
  debugging: boolean
}

export interface SettingsState extends Settings {
  setLanguage(language: Language): void
  setTheme(theme: ThemeChoice): void
  change(settings: Partial<Settings>): void
  /** Writes the settings again after the storage was emptied. */
  save(): void
  /** After a sign-out: language and theme belong to the desk, the rest to the operator who left. */
  keepLook(): void
}

/** Under which the account keeps them. */
export const SETTINGS_KEY = 'settings'

export const DEFAULT_SETTINGS: Settings = {
  language: languageOf(undefined),
  theme: 'system',
  themeColor: DEFAULT_THEME_COLOR,
  density: 'compact',
  tagsView: true,
  fixedHeader: true,
  sidebarLogo: true,
  timeZone: 'server',
  reducedMotion: false,
  singleKeys: true,
  browserReload: false,
  giftTimes: false,
  debugging: false,
}

const oneOf = (values: readonly string[]) => (value: unknown) =>
  typeof value === 'string' && values.includes(value)
const isBoolean = (value: unknown) => typeof value === 'boolean'

const IS_VALID: Record<keyof Settings, (value: unknown) => boolean> = {
  language: isLanguage,
  theme: oneOf(['light', 'dark', 'system']),
  themeColor: (value) => typeof value === 'string' && /^#[\da-f]{6}$/i.test(value),
  density: oneOf(['compact', 'comfortable']),
  tagsView: isBoolean,
  fixedHeader: isBoolean,
  sidebarLogo: isBoolean,
  timeZone: oneOf(['server', 'local', 'utc']),
  reducedMotion: isBoolean,
  singleKeys: isBoolean,
  browserReload: isBoolean,
  giftTimes: isBoolean,
  debugging: isBoolean,
}

/** The settings in something stored or imported; what is unknown or makes no sense is left out. */
export function readSettings(value: unknown): Partial<Settings> {
  if (typeof value !== 'object' || value === null) return {}
  const known = Object.entries(value).filter(
    ([name, given]) => Object.hasOwn(IS_VALID, name) && IS_VALID[name as keyof Settings](given),
  )
  return Object.fromEntries(known)
}

/** The settings without the store's actions. */
export function settingsOf(state: Settings): Settings {
  const names = Object.keys(DEFAULT_SETTINGS) as (keyof Settings)[]
  return Object.fromEntries(names.map((name) => [name, state[name]])) as unknown as Settings
}

/** The language falls back to cn unless one is stored (S1.07). */
export const useSettings = create<SettingsState>()(
  persist(
    (set): SettingsState => ({
      ...DEFAULT_SETTINGS,
      setLanguage: (language) => set({ language }),
      setTheme: (theme) => set({ theme }),
      change: (settings) => set(settings),
      save: () => set((state) => ({ ...state })),
      keepLook: () =>
        set(({ language, theme, themeColor }) => ({ ...DEFAULT_SETTINGS, language, theme, themeColor })),
    }),
    {
      name: 'settings',
      storage: storedState(),
      partialize: (state): Settings => settingsOf(state),
      merge: (stored, current) => ({ ...current, ...readSettings(stored) }),
    },
  ),
)
