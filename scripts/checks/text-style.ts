import type { Language } from '../../packages/i18n/src/index.ts'

interface Habit {
  languages: readonly Language[]
  wrong: RegExp
  problem: string
}

const LATIN: Language[] = ['en', 'tr', 'ru', 'pt', 'de', 'fr', 'ua', 'it']

/** Faults of punctuation that a pattern can tell; `{{name}}` stands for a word. */
const HABITS: readonly Habit[] = [
  { languages: LATIN, wrong: /[\p{L}}]'\p{L}/u, problem: 'has a straight apostrophe' },
  { languages: LATIN, wrong: /[，。：；！？（）「」]/, problem: 'has Chinese punctuation' },
  { languages: ['cn', 'tw'], wrong: /\p{Script=Han}[,;!?]/u, problem: 'has half-width punctuation' },
  { languages: ['cn'], wrong: /[「」]/, problem: 'has quotes of tw' },
  { languages: ['tw'], wrong: /[“”]/, problem: 'has quotes of cn' },
  { languages: ['fr'], wrong: / [:;!?»]|« /, problem: 'lacks a no-break space' },
  { languages: ['fr'], wrong: /\p{L}[:;!?](?: |$)/u, problem: 'lacks a space before punctuation' },
  { languages: ['fr'], wrong: /[“”„]/, problem: 'has foreign quotes' },
  { languages: ['de'], wrong: /[«»]|“[^“]*”/, problem: 'has foreign quotes' },
  { languages: ['ru', 'ua'], wrong: /[“”„]/, problem: 'has foreign quotes' },
]

/** What breaks the punctuation of a language, or null. */
export function styleProblem(language: Language, text: string): string | null {
  const found = HABITS.find(({ languages, wrong }) => languages.includes(language) && wrong.test(text))
  return found?.problem ?? null
}
