import { LANGUAGES, LANGUAGE_NAMES } from '@qd/i18n'
import { useSettings, useTexts } from '@qd/web-base'
import type { Settings } from '@qd/web-base'
import { Languages, Palette, SlidersHorizontal } from 'lucide-react'
import '../../boot/texts.ts'
import type { PaletteEntry } from './palette-entry.ts'

const SWITCHES = [
  'tagsView',
  'fixedHeader',
  'sidebarLogo',
  'reducedMotion',
  'singleKeys',
  'browserReload',
  'giftTimes',
  'debugging',
] as const satisfies readonly (keyof Settings)[]

const THEMES = ['light', 'dark', 'system'] as const
const DENSITIES = ['compact', 'comfortable'] as const
const ZONES = ['server', 'local', 'utc'] as const

/** Every setting as something to do. */
export function useSettingEntries(): PaletteEntry[] {
  const t = useTexts('shell')
  const settings = useSettings()
  const { change } = settings
  const choice = (given: Partial<Settings>, name: string, value: string): PaletteEntry => ({
    id: `setting ${JSON.stringify(given)}`,
    section: 'setting',
    title: `${name}: ${value}`,
    icon: SlidersHorizontal,
    run: () => change(given),
  })
  return [
    ...LANGUAGES.map((language) => ({
      ...choice({ language }, t('settings.language'), LANGUAGE_NAMES[language]),
      keywords: [language],
      icon: Languages,
    })),
    ...THEMES.map((theme) => ({
      ...choice({ theme }, t('settings.theme'), t(`settings.themes.${theme}`)),
      icon: Palette,
    })),
    ...DENSITIES.map((density) =>
      choice({ density }, t('settings.density'), t(`settings.densities.${density}`)),
    ),
    ...ZONES.map((timeZone) => choice({ timeZone }, t('settings.timeZone'), t(`settings.zones.${timeZone}`))),
    ...SWITCHES.map((name) => ({
      id: `setting ${name}`,
      section: 'setting' as const,
      title: t(`settings.${name}`),
      hint: t(settings[name] ? 'palette.on' : 'palette.off'),
      icon: SlidersHorizontal,
      run: () => change({ [name]: !settings[name] }),
    })),
  ]
}
