import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { LANGUAGES } from '@qd/i18n'
import type { Language, LocalText } from '@qd/i18n'
// English is complete, so it says which texts there are. Imported as values the files would stay in memory twice.
import type en from '../../texts/en.json'
import type enSentences from '../../texts/sentences/en.json'

export type Section = keyof typeof en
export type Template = keyof typeof enSentences

type Texts = Readonly<Record<string, string>>

/** Names and comments of one language by section and by their Chinese. */
export type Dictionary = Partial<Record<Section, Texts>>

/** The languages that have files; Chinese stands in the definitions and in the code. */
export const DICTIONARY_LANGUAGES = LANGUAGES.filter((language) => language !== 'cn')

const FOLDER = join(import.meta.dirname, '../../texts')

function readJson(name: string): unknown {
  return JSON.parse(readFileSync(join(FOLDER, name), 'utf8'))
}

export function readDictionary(language: Language): Dictionary {
  return readJson(`${language}.json`) as Dictionary
}

/** Sentences of one language by their Chinese. */
export function readSentences(language: Language): Texts {
  return readJson(`sentences/${language}.json`) as Texts
}

function readAll(): ReadonlyMap<string, ReadonlyMap<string, LocalText>> {
  const sections = new Map<string, Map<string, Record<string, string>>>()
  for (const language of DICTIONARY_LANGUAGES) {
    for (const [name, entries] of Object.entries(readDictionary(language))) {
      const section = sections.get(name) ?? new Map<string, Record<string, string>>()
      sections.set(name, section)
      for (const [cn, text] of Object.entries(entries)) {
        const texts = section.get(cn) ?? { cn }
        texts[language] = text
        section.set(cn, texts)
      }
    }
  }
  return sections
}

/** Every name and comment, once for all servers of a process; a server that nobody asks does without. */
let all: ReturnType<typeof readAll> | null = null

/** A Chinese text in each language that has it; one that nobody translated stays as it is. */
export function localText(section: Section, cn: string): LocalText {
  all ??= readAll()
  return all.get(section)?.get(cn) ?? cn
}

const sentences = new Map<Language, Texts>()

/** A sentence before its places are filled. A language is read when somebody first asks for it. */
export function sentenceIn(language: Language, template: string): string {
  if (language === 'cn') return template
  const known = sentences.get(language) ?? readSentences(language)
  sentences.set(language, known)
  return known[template] ?? (language === 'en' ? template : sentenceIn('en', template))
}
