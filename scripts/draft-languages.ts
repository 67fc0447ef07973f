import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { LANGUAGES, LANGUAGE_TAGS, type Language } from '../packages/i18n/src/index.ts'
import { draftsIn, draftsNote, readDrafts, writeDrafts } from './languages/drafts.ts'
import { localeFolderNames, readLocaleFolders } from './languages/locale-files.ts'
import { PLURAL, placeholders } from './languages/locale-rules.ts'
import { isMain } from './checks/report.ts'

interface Tree {
  [name: string]: string | Tree
}

/** A text with the names that lead to it, which may have dots of their own. */
interface Leaf {
  path: string[]
  text: string
}

function leavesOf(tree: Tree, path: string[] = []): Leaf[] {
  return Object.entries(tree).flatMap(([name, part]) =>
    typeof part === 'string' ? [{ path: [...path, name], text: part }] : leavesOf(part, [...path, name]),
  )
}

const keyOf = ({ path }: Leaf) => path.join('.')

function readTree(file: string): Tree {
  return existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as Tree) : {}
}

function put(tree: Tree, { path, text }: Leaf): void {
  const [name = '', ...rest] = path
  if (rest.length === 0) {
    tree[name] = text
    return
  }
  const below = tree[name] ?? {}
  if (typeof below === 'string')
    throw new Error(`${name} is a text, and ${path.join('.')} would stand below it`)
  tree[name] = below
  put(below, { path: rest, text })
}

const stemOf = (leaf: Leaf) => keyOf(leaf).replace(PLURAL, '')

/** The forms of a counted text a language needs, each from the same form of the source where that names the number. */
function formsFor(language: Language, forms: readonly Leaf[]): Leaf[] {
  const other = forms.find((leaf) => keyOf(leaf).endsWith('_other')) ?? forms[0]!
  const stem = other.path.at(-1)!.replace(PLURAL, '')
  const { pluralCategories } = new Intl.PluralRules(LANGUAGE_TAGS[language]).resolvedOptions()
  return pluralCategories.map((form) => {
    const same = forms.find((leaf) => leaf.path.at(-1) === `${stem}_${form}`)
    const isWhole = same !== undefined && placeholders(same.text) === placeholders(other.text)
    return { path: [...other.path.slice(0, -1), `${stem}_${form}`], text: (isWhole ? same : other).text }
  })
}

/** Every text a language needs, in the words of the sources; the first source that has it counts. */
function wantedIn(language: Language, sources: readonly Leaf[][]): Leaf[] {
  const stems = [...new Set(sources.flat().map(stemOf))]
  return stems.flatMap((stem) => {
    const found = sources.map((leaves) => leaves.filter((leaf) => stemOf(leaf) === stem))
    const forms = found.find((leaves) => leaves.length > 0) ?? []
    return forms.some((leaf) => PLURAL.test(keyOf(leaf))) ? formsFor(language, forms) : forms
  })
}

/** What is wanted and not there; where one language counts, another may say it in a text without number. */
function missingFrom(own: readonly Leaf[], wanted: readonly Leaf[]): Leaf[] {
  const known = new Set(own.map(keyOf))
  return wanted.filter((leaf) => !known.has(keyOf(leaf)) && !known.has(stemOf(leaf)))
}

/** Fills what one folder lacks; gives the copied texts by file. */
function draftFolder(root: string, folder: string): Record<string, Leaf[]> {
  const fileOf = (language: Language) => join(folder, `${language}.json`)
  const [cn, en] = (['cn', 'en'] as const).map((language) => leavesOf(readTree(join(root, fileOf(language)))))
  const made: Record<string, Leaf[]> = {}
  for (const language of LANGUAGES) {
    // The two Chinese are nearer to each other than to English.
    const sources = language === 'tw' ? [cn!, en!] : [en!, cn!]
    const tree = readTree(join(root, fileOf(language)))
    const missing = missingFrom(leavesOf(tree), wantedIn(language, sources))
    if (missing.length === 0) continue
    for (const leaf of missing) put(tree, leaf)
    writeFileSync(join(root, fileOf(language)), `${JSON.stringify(tree, null, 2)}\n`)
    made[fileOf(language)] = missing
  }
  return made
}

/**
 * Copies into every language what it lacks, from English (into traditional Chinese from simplified), and lists it as
 * drafts. Nobody translates here: the words are the author's to write. A listed text that was changed leaves the list.
 */
export function draftLanguages(root: string, under = ''): number {
  const drafts = readDrafts(root)
  let count = 0
  for (const folder of localeFolderNames(root)) {
    if (!`${folder}/`.startsWith(under)) continue
    for (const [file, leaves] of Object.entries(draftFolder(root, folder))) {
      drafts[file] = {
        ...drafts[file],
        ...Object.fromEntries(leaves.map((leaf) => [keyOf(leaf), leaf.text])),
      }
      count += leaves.length
    }
  }
  const folders = readLocaleFolders(root)
  const standing = folders.flatMap((found) =>
    [...draftsIn(drafts, found)].map(([language, keys]) => {
      const file = join(found.folder, `${language}.json`)
      return [file, Object.fromEntries([...keys].map((key) => [key, drafts[file]![key]!]))] as const
    }),
  )
  writeDrafts(root, Object.fromEntries(standing))
  return count
}

if (isMain(import.meta.url)) {
  const root = join(import.meta.dirname, '..')
  const count = draftLanguages(root)
  console.log(`${count} missing texts copied from English (tw: from cn). Nothing was translated.`)
  const note = draftsNote(readDrafts(root), readLocaleFolders(root))
  if (note !== null)
    console.log(`${note}\nA text written anew, or taken off scripts/languages/drafts.json, is no draft.`)
}
