import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Language } from '../../packages/i18n/src/index.ts'
import type { LocaleFolder } from './locale-files.ts'

const FILE = 'scripts/languages/drafts.json'

/** Texts that were only copied, by locale file and dotted key. */
export type Drafts = Record<string, Record<string, string>>

export function readDrafts(root: string): Drafts {
  const file = join(root, FILE)
  return existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as Drafts) : {}
}

export function writeDrafts(root: string, drafts: Drafts): void {
  const files = Object.entries(drafts).filter(([, texts]) => Object.keys(texts).length > 0)
  const sorted = Object.fromEntries(files.toSorted(([a], [b]) => (a < b ? -1 : 1)))
  writeFileSync(join(root, FILE), `${JSON.stringify(sorted, null, 2)}\n`)
}

/** The drafts of a folder that still stand as they were copied; a changed text is somebody's own. */
export function draftsIn(drafts: Drafts, { folder, texts }: LocaleFolder): Map<Language, Set<string>> {
  return new Map(
    [...texts].map(([language, own]) => {
      const copied = Object.entries(drafts[`${folder}/${language}.json`] ?? {})
      return [language, new Set(copied.filter(([key, text]) => own.get(key) === text).map(([key]) => key))]
    }),
  )
}

/** The folder without its drafts, for rules about words: a draft is in the wrong language, and known to be. */
export function withoutDrafts(found: LocaleFolder, drafts: Drafts): LocaleFolder {
  const copied = draftsIn(drafts, found)
  const texts = [...found.texts].map(([language, own]) => {
    const kept = [...own].filter(([key]) => copied.get(language)?.has(key) !== true)
    return [language, new Map(kept)] as const
  })
  return { ...found, texts: new Map(texts) }
}

/** One line: how many drafts there are and in which files; null when there are none. */
export function draftsNote(drafts: Drafts, folders: readonly LocaleFolder[]): string | null {
  let sum = 0
  const places = folders.flatMap((found) => {
    const counts = [...draftsIn(drafts, found)].filter(([, keys]) => keys.size > 0)
    for (const [, keys] of counts) sum += keys.size
    const files = counts.map(([language, keys]) => `${language}.json ${keys.size}`)
    return files.length === 0 ? [] : [`${found.folder} (${files.join(', ')})`]
  })
  return sum === 0 ? null : `${sum} texts are drafts, in ${places.join('; ')}`
}
