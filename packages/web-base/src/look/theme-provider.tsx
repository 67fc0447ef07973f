import { ConfigProvider } from 'antd'
import { ChevronDown, LoaderCircle } from 'lucide-react'
import type { ConfigProviderProps } from 'antd'
import type { Locale } from 'antd/es/locale/index.js'
import zhCN from 'antd/es/locale/zh_CN.js'
import { useEffect, useLayoutEffect, useMemo, useState } from 'react'
import type { ReactNode } from 'react'
import { useSettings } from '../settings.ts'
import { antdLocale } from './antd-locales.ts'
import { antdTheme } from './antd-theme.ts'
import { nameLists } from './name-lists.ts'
import { DEFAULT_THEME_COLOR, themeTokens } from './presets.ts'
import type { Mode, ThemeTokens } from './presets.ts'
import { useMode } from './use-mode.ts'

/** The default preset as drawn in the design; the others follow from their base colour. */
const DRAWN: Record<Mode, ThemeTokens> = {
  light: {
    theme: '#409EFF',
    themeText: '#1766C7',
    themeSoft: '#ECF5FF',
    solid: '#1766C7',
    solidHover: '#1359AE',
    select: '#E8F2FF',
  },
  dark: {
    theme: '#409EFF',
    themeText: '#74B6FF',
    themeSoft: '#10263D',
    solid: '#2976CC',
    solidHover: '#2468B5',
    select: '#132C48',
  },
}

const PROPERTIES: readonly [keyof ThemeTokens, string][] = [
  ['theme', '--qd-theme'],
  ['themeText', '--qd-theme-text'],
  ['themeSoft', '--qd-theme-soft'],
  ['solid', '--qd-solid'],
  ['solidHover', '--qd-solid-hover'],
  ['select', '--qd-select'],
]

/** Tokens of a preset; the default one is as drawn. */
export function presetTokens(base: string, mode: Mode): ThemeTokens {
  return base.toUpperCase() === DEFAULT_THEME_COLOR ? DRAWN[mode] : themeTokens(base, mode)
}

/** Never without one: antd would mount the whole page again when the first arrives. */
function useAntdLocale(): Locale {
  const language = useSettings((state) => state.language)
  const [locale, setLocale] = useState<Locale>(zhCN)
  useEffect(() => {
    let isCurrent = true
    antdLocale(language).then(
      (loaded) => (isCurrent ? setLocale(loaded) : undefined),
      // The file did not come: the few words of the controls stay in the language before.
      () => undefined,
    )
    return () => {
      isCurrent = false
    }
  }, [language])
  return locale
}

/** A drawer's head is as high as the top bar beside it, and clears the environment's stripe. */
const DRAWER: ConfigProviderProps['drawer'] = {
  closable: { placement: 'end' },
  styles: { header: { flex: 'none', height: 48, padding: '3px 10px 0 16px' } },
}

/** The same arrow as our own menus and choices have. */
const SELECT: ConfigProviderProps['select'] = { suffixIcon: <ChevronDown size={14} aria-hidden /> }

/**
 * Antd's own sign of a busy button moves in and out of its width. An answer that comes within a frame or two left it there,
 * unseen, and with it the word "loading" in the button's name.
 */
const BUTTON: ConfigProviderProps['button'] = {
  autoInsertSpace: false,
  loadingIcon: <LoaderCircle size={14} className="qd-turning" aria-hidden />,
}

/** What style sheets ask the document about: how high rows are, whether things may move. */
function useRootMarks(): void {
  const density = useSettings((state) => state.density)
  const isStill = useSettings((state) => state.reducedMotion)
  useLayoutEffect(() => {
    const root = document.documentElement
    root.dataset['density'] = density
    if (isStill) root.dataset['motion'] = 'reduced'
    else delete root.dataset['motion']
  }, [density, isStill])
}

/** Puts the tokens on the document and dresses antd in them. */
export function ThemeProvider({ children }: { children: ReactNode }): ReactNode {
  const mode = useMode()
  const base = useSettings((state) => state.themeColor)
  const tokens = useMemo(() => presetTokens(base, mode), [base, mode])
  const hasMotion = useSettings((state) => !state.reducedMotion)
  const config = useMemo(() => antdTheme(mode, tokens, hasMotion), [mode, tokens, hasMotion])
  const locale = useAntdLocale()
  useRootMarks()
  useEffect(() => nameLists(document), [])
  useLayoutEffect(() => {
    const root = document.documentElement
    root.dataset['theme'] = mode
    for (const [name, property] of PROPERTIES) root.style.setProperty(property, tokens[name])
    // The frame of an installed window has the colour of the page.
    const ground = getComputedStyle(root).getPropertyValue('--qd-bg').trim()
    if (ground !== '') document.querySelector('meta[name="theme-color"]')?.setAttribute('content', ground)
  }, [mode, tokens])
  return (
    <ConfigProvider theme={config} locale={locale} drawer={DRAWER} select={SELECT} button={BUTTON}>
      {children}
    </ConfigProvider>
  )
}
