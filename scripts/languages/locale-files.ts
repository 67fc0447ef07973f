import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { LANGUAGES, type Language } from '../../packages/i18n/src/index.ts'

export const root = join(import.meta.dirname, '../..')

/** Texts of one folder and language, keys dotted: `errors.session_expired`. */
export type FlatTexts = Map<string, string>

export interface LocaleFolder {
  /** Path inside the repository. */
  folder: string
  texts: Map<Language, FlatTexts>
  /** Languages without a file, or with one that is no JSON object of texts. */
  problems: string[]
}

function flatten(value: unknown, prefix: string, into: FlatTexts): void {
  if (typeof value === 'string') into.set(prefix, value)
  else if (typeof value === 'object' && value !== null && !Array.isArray(value))
    for (const [key, part] of Object.entries(value))
      flatten(part, prefix === '' ? key : `${prefix}.${key}`, into)
  else throw new Error(`${prefix} is neither a text nor an object of texts`)
}

function readFolder(folder: string, at: string): LocaleFolder {
  const found: LocaleFolder = { folder, texts: new Map(), problems: [] }
  for (const language of LANGUAGES) {
    const file = join(folder, `${language}.json`)
    try {
      const flat: FlatTexts = new Map()
      flatten(JSON.parse(readFileSync(join(at, file), 'utf8')), '', flat)
      found.texts.set(language, flat)
    } catch (error) {
      found.problems.push(`${file}: ${error instanceof Error ? error.message : String(error)}`)
    }
  }
  return found
}

/** Every `locales` folder of a tree, by its path in it. */
export function localeFolderNames(at: string): string[] {
  const folders = globSync('{packages,features,adapters,apps,sandbox}/**/locales', {
    cwd: at,
    exclude: (name) => ['node_modules', 'dist', 'data'].includes(String(name)),
  })
  return folders.toSorted()
}

/** Every `locales` folder of the repository with its texts. */
export function readLocaleFolders(at = root): LocaleFolder[] {
  return localeFolderNames(at).map((folder) => readFolder(folder, at))
}
