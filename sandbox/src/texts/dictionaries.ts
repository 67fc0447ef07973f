import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { LANGUAGES } from '@qd/i18n'
import type { Language, LocalText } from '@qd/i18n'
// English is complete, so it says which texts there are.
import type en from '../../texts/en.json'

export type Section = keyof typeof en
export type Name = keyof typeof en.names
export type Template = keyof typeof en.sentences

/** Texts of one language by section and by their Chinese; the sections of names are complete in each language. */
export type Dictionary = Partial<Record<Section, Readonly<Record<string, string>>>>

/** The languages that have a file; Chinese stands in the definitions themselves. */
export const DICTIONARY_LANGUAGES = LANGUAGES.filter((language) => language !== 'cn')

const FOLDER = join(import.meta.dirname, '../../texts')

export function readDictionary(language: Language): Dictionary {
  return JSON.parse(readFileSync(join(FOLDER, `${language}.json`), 'utf8')) as Dictionary
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

/**
 * Every text by section and by its Chinese. It is read once for all servers of a process; imported as modules the files
 * would stay in memory beside it.
 */
const TEXTS = readAll()

/** A Chinese text in each language that has it; one that nobody translated stays as it is. */
export function localText(section: Section, cn: string): LocalText {
  return TEXTS.get(section)?.get(cn) ?? cn
}
