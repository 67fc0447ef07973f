import { useKitText, useMode, useSettings } from '@qd/web-base'
import { IconButton, MenuButton } from '@qd/web-controls'
import { LANGUAGES, LANGUAGE_NAMES, LANGUAGE_OFFERS, LANGUAGE_TAGS, languageOfTags } from '@qd/i18n'
import { Languages, Moon, Sun } from 'lucide-react'
import type { ReactNode } from 'react'
import styles from './entry-frame.module.css'
import { Wheel } from './wheel.tsx'

/** Language of the interface; changes at once, without a reload. */
export function LanguageMenu(): ReactNode {
  const kit = useKitText()
  const language = useSettings((state) => state.language)
  const setLanguage = useSettings((state) => state.setLanguage)
  const items = LANGUAGES.map((code) => ({
    key: code,
    label: LANGUAGE_NAMES[code],
    isChosen: code === language,
    onSelect: () => setLanguage(code),
  }))
  return (
    <MenuButton label={kit('language')} items={items}>
      <Languages size={16} aria-hidden />
    </MenuButton>
  )
}

/** One line in the browser's language, where it is another than that of the page; nothing switches by itself. */
function LanguageOffer(): ReactNode {
  const language = useSettings((state) => state.language)
  const setLanguage = useSettings((state) => state.setLanguage)
  const offered = languageOfTags(navigator.languages)
  if (offered === null || offered === language) return null
  return (
    <button
      type="button"
      className={styles.offer}
      lang={LANGUAGE_TAGS[offered]}
      onClick={() => setLanguage(offered)}
    >
      {LANGUAGE_OFFERS[offered]}
    </button>
  )
}

/** Light or dark. */
export function ThemeSwitch(): ReactNode {
  const kit = useKitText()
  const mode = useMode()
  const setTheme = useSettings((state) => state.setTheme)
  const isDark = mode === 'dark'
  return (
    <IconButton
      label={isDark ? kit('themeLight') : kit('themeDark')}
      onClick={() => setTheme(isDark ? 'light' : 'dark')}
    >
      {isDark ? <Sun size={16} aria-hidden /> : <Moon size={16} aria-hidden />}
    </IconButton>
  )
}

/** The calm page around sign-in and set-up. */
export function EntryFrame(props: {
  title: string
  subtitle: string
  version?: string
  children: ReactNode
}): ReactNode {
  return (
    <div className={styles.page}>
      <Wheel className={styles.backdrop} stroke={0.22} />
      <header className={styles.top}>
        <LanguageOffer />
        <LanguageMenu />
        <ThemeSwitch />
      </header>
      <main className={styles.main}>
        <div className={styles.card}>
          <div className={styles.brand}>
            <Wheel className={styles.wheel} />
            <div>
              <h1 className={styles.title}>{props.title}</h1>
              <p className={styles.subtitle}>{props.subtitle}</p>
            </div>
          </div>
          {props.children}
        </div>
      </main>
      <footer className={styles.foot}>Quarterdeck {props.version}</footer>
    </div>
  )
}
