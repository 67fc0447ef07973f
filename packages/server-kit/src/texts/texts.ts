import { readFileSync, readdirSync } from 'node:fs'
import { parseJsonText } from '@qd/canonical-json'
import { DEFAULT_LANGUAGE, LANGUAGES, formatText } from '@qd/i18n'
import type { Language, TextParams } from '@qd/i18n'

/** Sections of a contract text file. */
export type TextSection = 'errors' | 'routes' | 'permissions' | 'resources' | 'approvals' | 'texts'

/** Texts the server speaks itself, in ten languages (S1.07). */
export interface Texts {
  get(lang: Language, section: TextSection, key: string, params?: TextParams): string
  has(lang: Language, section: TextSection, key: string): boolean
}

type TextFile = Partial<Record<TextSection, Record<string, string>>>

function readFolder(folder: URL, into: Map<string, string>): void {
  const present = new Set(readdirSync(folder))
  for (const lang of LANGUAGES) {
    if (!present.has(`${lang}.json`)) throw new Error(`missing text file ${lang}.json in ${folder.pathname}`)
    const file = parseJsonText(readFileSync(new URL(`${lang}.json`, folder), 'utf8')) as TextFile
    for (const [section, entries] of Object.entries(file)) {
      for (const [key, text] of Object.entries(entries ?? {})) into.set(`${lang}/${section}/${key}`, text)
    }
  }
}

/** Reads the contract texts of the given folders; a missing language stops the start. */
export function loadTexts(folders: readonly URL[]): Texts {
  const all = new Map<string, string>()
  for (const folder of folders) readFolder(folder, all)
  const find = (lang: Language, section: TextSection, key: string) => all.get(`${lang}/${section}/${key}`)
  return {
    get(lang, section, key, params) {
      const text = find(lang, section, key) ?? find(DEFAULT_LANGUAGE, section, key) ?? key
      return formatText(text, params)
    },
    has: (lang, section, key) => find(lang, section, key) !== undefined,
  }
}
