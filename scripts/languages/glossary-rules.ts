import glossary from '../../packages/i18n/src/glossary.json' with { type: 'json' }
import { LANGUAGES, LANGUAGE_TAGS, type Language } from '../../packages/i18n/src/index.ts'
import type { LocaleFolder } from './locale-files.ts'

/** A term in ten languages: the word of the glossary first, then stems and forms that also count. */
export type Term = Record<Language, string[]>

const TERMS = Object.entries(glossary as Record<string, Term>).toSorted(
  ([, left], [, right]) => right.cn[0]!.length - left.cn[0]!.length,
)

/** Texts whose translations rightly say it in other words. */
const EXCEPTIONS = new Set([
  'errors.scope_forbidden',
  'routes.session.live',
  'routes.session.setupState',
  'routes.system.health',
  'routes.system.ready',
])

const lower = (text: string, language: Language) => text.toLocaleLowerCase(LANGUAGE_TAGS[language])

/** Terms a cn text uses; the longest is taken first, so that a word inside it does not count again. */
function termsIn(cn: string): [name: string, term: Term][] {
  let rest = cn
  return TERMS.filter(([, term]) => {
    const forms = term.cn.filter((form) => rest.includes(form))
    for (const form of forms) rest = rest.replaceAll(form, ' ')
    return forms.length > 0
  })
}

/** Translations that lose a glossary term their cn text uses. */
export function glossaryProblems({ folder, texts }: LocaleFolder): string[] {
  const problems: string[] = []
  for (const [key, cn] of texts.get('cn') ?? []) {
    for (const [name, term] of EXCEPTIONS.has(key) ? [] : termsIn(cn)) {
      for (const language of LANGUAGES) {
        const own = texts.get(language)?.get(key)
        if (own === undefined) continue
        const text = lower(own, language)
        if (!term[language].some((form) => text.includes(lower(form, language))))
          problems.push(
            `${folder}/${language}.json: ${key} lacks "${name}" (${term[language].join(', ')}): ${own}`,
          )
      }
    }
  }
  return problems
}

/** Whether the glossary itself is whole: every term in every language. */
export function glossaryGaps(): string[] {
  return TERMS.flatMap(([name, term]) =>
    LANGUAGES.filter((language) => !(term[language]?.[0] ?? '').trim()).map(
      (language) => `glossary: ${name} has no word in ${language}`,
    ),
  )
}
