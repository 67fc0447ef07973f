import { DEFAULT_LANGUAGE, LANGUAGE_TAGS, isLanguage } from '@qd/i18n'
import type { Language } from '@qd/i18n'
import i18next from 'i18next'
import type { BackendModule, FormatterModule, i18n, ResourceKey } from 'i18next'
import { initReactI18next } from 'react-i18next'
import { numberFormat } from './number-format.ts'

/** Loads the texts of one namespace (a feature, `kit` or `shell`) in one language. */
export type TextLoader = (namespace: string, language: Language) => Promise<ResourceKey>

let loadTexts: TextLoader = async () => ({})

const backend: BackendModule = {
  type: 'backend',
  init() {
    // Texts come from the bundler; there is nothing to set up.
  },
  // Without the callback parameter i18next takes the returned promise.
  read: (language: string, namespace: string) => loadTexts(namespace, language as Language),
}

export const texts: i18n = i18next.createInstance()

/** Counts are written the way the reader writes numbers; other numbers may be ids. */
const counts: FormatterModule = {
  type: 'formatter',
  init() {
    // Nothing to set up.
  },
  add: refuseFormat,
  addCached: refuseFormat,
  format(value: unknown, _format, _language, options) {
    const isCount = typeof value === 'number' && options?.['interpolationkey'] === 'count'
    return isCount ? numberFormat(currentLanguage()).format(value) : (value as string)
  },
}

function refuseFormat(name: string): never {
  throw new Error(`texts have no formats of their own: ${name}`)
}

/** Plural forms follow the language tag: `ua`, `cn` and `tw` are not the codes that Intl knows. */
function pluralsByTag(): void {
  const resolver = texts.services.pluralResolver as {
    getRule: (code: string, options?: object) => Intl.PluralRules | undefined
  }
  const ruleOf = resolver.getRule.bind(resolver)
  resolver.getRule = (code, options) => ruleOf(isLanguage(code) ? LANGUAGE_TAGS[code] : code, options)
}

/** Starts the texts in a language; namespaces not named here load when a page first uses them. */
export async function startTexts(
  loader: TextLoader,
  language: Language,
  namespaces: readonly string[],
): Promise<void> {
  loadTexts = loader
  await texts
    .use(backend)
    .use(initReactI18next)
    .use(counts)
    .init({
      lng: language,
      fallbackLng: false,
      supportedLngs: false,
      load: 'currentOnly',
      ns: [...namespaces],
      defaultNS: 'kit',
      interpolation: { escapeValue: false, alwaysFormat: true },
      react: { useSuspense: true },
      returnNull: false,
    })
  pluralsByTag()
  applyDocumentLanguage(language)
}

function applyDocumentLanguage(language: Language): void {
  document.documentElement.lang = LANGUAGE_TAGS[language]
}

/** Changes the language of everything in view without a reload. */
export async function switchLanguage(language: Language): Promise<void> {
  await texts.changeLanguage(language)
  applyDocumentLanguage(language)
}

export function currentLanguage(): Language {
  return (texts.language as Language | undefined) ?? DEFAULT_LANGUAGE
}
