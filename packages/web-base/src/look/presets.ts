import { contrast, mix, readableOn } from './contrast.ts'

export type Mode = 'light' | 'dark'

/** S9.03. */
export const DEFAULT_THEME_COLOR = '#409EFF'

/** Base colours to choose from; the first is the default. */
export const THEME_COLORS: readonly string[] = [
  DEFAULT_THEME_COLOR,
  '#1AA088',
  '#7C5CFC',
  '#E0529C',
  '#E06C2B',
  '#5B6B82',
]

export interface ThemeTokens {
  theme: string
  themeText: string
  themeSoft: string
  solid: string
  solidHover: string
  select: string
}

const GROUNDS = {
  light: { bg: '#F5F7FA', panel: '#FFFFFF', text2: '#5A6675' },
  dark: { bg: '#0E1217', panel: '#151A21', text2: '#9AA6B5' },
} as const

/** WCAG AA for text. */
const READABLE = 4.5

/** A panel tinted by a share of the base colour, or by less where second text could not be read on it. */
function tinted(mode: Mode, base: string, share: number): string {
  const { panel, text2 } = GROUNDS[mode]
  for (let rest = share; rest > 0; rest -= 0.01) {
    const ground = mix(panel, base, rest)
    if (contrast(text2, ground) >= READABLE) return ground
  }
  return panel
}

/** The colours that follow the theme, from its base colour; texts reach 4.5:1 on every ground they meet. */
export function themeTokens(base: string, mode: Mode): ThemeTokens {
  const { bg, panel } = GROUNDS[mode]
  const isLight = mode === 'light'
  const themeSoft = tinted(mode, base, isLight ? 0.1 : 0.18)
  const select = tinted(mode, base, isLight ? 0.12 : 0.22)
  const away = isLight ? '#000000' : '#FFFFFF'
  const solid = readableOn(base, ['#FFFFFF'], '#000000', READABLE)
  return {
    theme: base,
    themeText: readableOn(base, [bg, panel, themeSoft, select], away, READABLE),
    themeSoft,
    solid,
    solidHover: mix(solid, '#000000', 0.1),
    select,
  }
}
