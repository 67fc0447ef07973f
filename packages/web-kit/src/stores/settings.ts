import { languageOf } from '@qd/i18n'
import type { Language } from '@qd/i18n'
import { create } from 'zustand'
import { persist } from 'zustand/middleware'
import { DEFAULT_THEME_COLOR } from '../theme/presets.ts'
import { storedState } from './storage.ts'

export type ThemeChoice = 'light' | 'dark' | 'system'

/** Interface settings of this browser (S3.13). */
export interface SettingsState {
  language: Language
  theme: ThemeChoice
  /** Base colour of the theme preset, `#rrggbb`. */
  themeColor: string
  tagsView: boolean
  setLanguage(language: Language): void
  setTheme(theme: ThemeChoice): void
  setThemeColor(themeColor: string): void
  setTagsView(tagsView: boolean): void
  /** Writes the settings again after the storage was emptied. */
  save(): void
}

/** The language falls back to cn unless one is stored (S1.07). */
export const useSettings = create<SettingsState>()(
  persist(
    (set) => ({
      language: languageOf(undefined),
      theme: 'system',
      themeColor: DEFAULT_THEME_COLOR,
      tagsView: true,
      setLanguage: (language) => set({ language }),
      setTheme: (theme) => set({ theme }),
      setThemeColor: (themeColor) => set({ themeColor }),
      setTagsView: (tagsView) => set({ tagsView }),
      save: () => set((state) => ({ ...state })),
    }),
    {
      name: 'settings',
      storage: storedState(),
      partialize: ({ language, theme, themeColor, tagsView }) => ({ language, theme, themeColor, tagsView }),
      merge: (stored, current) => {
        const kept = (stored ?? {}) as Partial<SettingsState>
        return { ...current, ...kept, language: languageOf(kept.language) }
      },
    },
  ),
)
