import { join } from 'node:path'
import type { Rolldown } from 'vite'

type Output = Rolldown.RolldownOutput['output']
type Chunk = Rolldown.OutputChunk
type Group = Extract<Rolldown.OutputOptions['codeSplitting'], object>['groups'] extends
  | readonly (infer G)[]
  | undefined
  ? G
  : never

const LAYERS = ['entry', 'shell', 'common', 'player'] as const
type Layer = (typeof LAYERS)[number]

/** The home page and what other features put on it. */
const HOME = [
  '../../features/home/web/home-page.tsx',
  '../../features/data-edit/web/home/own-drafts.tsx',
  '../../features/data-edit/web/home/latest-edits.tsx',
  '../../features/jobs/web/home/own-jobs.tsx',
]

/** Pages that share a module, from which on it is loaded with what most pages need. */
const COMMON_TO = 4
const ICONS = /[\\/]lucide-react[\\/]/

/** The chunk and all that has to be there before it runs. */
function withImports(byFile: ReadonlyMap<string, Chunk>, chunk: Chunk): Set<Chunk> {
  const found = new Set([chunk])
  for (const { imports } of found)
    for (const file of imports) {
      const next = byFile.get(file)
      if (next !== undefined) found.add(next)
    }
  return found
}

/**
 * Which file each module goes into; a module of none stays with the page that needs it. Read off a build that the
 * bundler divided by itself: it loads nothing that is not needed, but has a file for each set of pages that share
 * something, a hundred and more to open one. A later layer needs earlier ones only, so files never wait for each other.
 */
export function layerOfModules(output: Output, web: string): Map<string, Layer> {
  const chunks = output.filter((part) => part.type === 'chunk')
  const byFile = new Map(chunks.map((chunk) => [chunk.fileName, chunk]))
  const layers = new Map<string, Layer>()
  const put = (name: Layer, members: Iterable<Chunk>) => {
    for (const { moduleIds } of members) for (const id of moduleIds) if (!layers.has(id)) layers.set(id, name)
  }
  const page = (path: string) => {
    const found = chunks.find(({ facadeModuleId }) => facadeModuleId === join(web, path))
    if (found === undefined) throw new Error(`the build has no ${path}`)
    return withImports(byFile, found)
  }
  put('entry', page('index.html'))
  put('entry', page('../../features/session/web/login/login-page.tsx'))
  put('shell', page('shell/shell.tsx'))
  for (const { moduleIds } of chunks)
    for (const id of moduleIds) if (ICONS.test(id) && !layers.has(id)) layers.set(id, 'shell')
  const lazy = chunks.filter(({ isDynamicEntry }) => isDynamicEntry).map((each) => withImports(byFile, each))
  // Where everybody begins, and what the page of a player is opened from.
  for (const path of HOME) put('common', page(path))
  put(
    'common',
    chunks.filter((chunk) => lazy.filter((needed) => needed.has(chunk)).length >= COMMON_TO),
  )
  put('player', page('../../features/data-edit/web/player/player-page.tsx'))
  return layers
}

const TEXTS = /[\\/]locales[\\/](\w+)\.json$/

/** Texts of a language are two files: those of signing in, and all others. */
function textsOf(id: string): string | null {
  const language = TEXTS.exec(id)?.[1]
  if (language === undefined) return null
  const isEntry = /[\\/](?:web-base|session[\\/]web)[\\/]locales/.test(id)
  return `${isEntry ? 'entry-texts' : 'texts'}-${language}`
}

/** How the pages are divided into files, so that opening one takes few. */
export function chunkGroups(layers: ReadonlyMap<string, Layer>): Group[] {
  // A file takes what its modules need along, so the earlier layer has to take its own first.
  const ofLayers = LAYERS.map((name, at) => ({
    name,
    test: (id: string) => layers.get(id) === name,
    priority: LAYERS.length - at,
  }))
  return [{ name: textsOf, test: TEXTS, priority: LAYERS.length + 1 }, ...ofLayers]
}
