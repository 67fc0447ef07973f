import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import type { Rolldown } from 'vite'
import { buildPages } from '../scripts/building/build-pages.ts'
import type { Result } from './tools/result.ts'

const root = join(import.meta.dirname, '..')
const web = join(root, 'apps/web')
/** What a browser has loaded when the login page is ready, in cn: a page or a chunk by its name. */
const ENTRIES = ['index.html', 'entry-texts-cn']
const SHOWN = 12

type Chunk = Rolldown.OutputChunk

async function buildChunks(): Promise<Map<string, Chunk>> {
  const { output } = await buildPages(web, { write: false })
  const chunks = output.filter((each) => each.type === 'chunk')
  return new Map(chunks.map((chunk) => [chunk.fileName, chunk]))
}

/** The entries' chunks and all they import before they can run. */
function loadedFor(chunks: Map<string, Chunk>, entries: readonly string[]): Set<Chunk> {
  const loaded = new Set<Chunk>()
  const visit = (chunk: Chunk | undefined) => {
    if (chunk === undefined || loaded.has(chunk)) return
    loaded.add(chunk)
    for (const file of chunk.imports) visit(chunks.get(file))
  }
  for (const entry of entries) {
    const found = [...chunks.values()].find(
      ({ name, facadeModuleId }) => name === entry || facadeModuleId?.endsWith(entry),
    )
    if (found === undefined) throw new Error(`no chunk starts with ${entry}`)
    visit(found)
  }
  return loaded
}

/** `node_modules/antd/es/x.js` counts for antd, our own files for their workspace. */
function ownerOf(module: string): string {
  const foreign = module.split('node_modules/').at(-1)!
  if (foreign !== module)
    return foreign
      .split('/')
      .slice(0, foreign.startsWith('@') ? 2 : 1)
      .join('/')
  return module.replace(`${root}/`, '').split('/').slice(0, 2).join('/')
}

/** JavaScript of the login page, gzip, and who takes how much of it. */
export async function measure(): Promise<Result> {
  const loaded = loadedFor(await buildChunks(), ENTRIES)
  const rendered = new Map<string, number>()
  let total = 0
  for (const chunk of loaded) {
    const gzipped = gzipSync(chunk.code, { level: 9 }).length / 1000
    total += gzipped
    const sizes = Object.entries(chunk.modules).map(
      ([module, { renderedLength }]) => [ownerOf(module), renderedLength] as const,
    )
    const all = sizes.reduce((sum, [, size]) => sum + size, 0)
    // A module's own gzip size does not exist; its share of the chunk's text is a fair stand-in.
    for (const [owner, size] of sizes)
      rendered.set(owner, (rendered.get(owner) ?? 0) + (size / Math.max(1, all)) * gzipped)
  }
  const biggest = [...rendered].toSorted(([, left], [, right]) => right - left).slice(0, SHOWN)
  return {
    rows: biggest.map(([who, size]) => ({ who, unit: 'kB gz', rounds: [size] })),
    verdicts: [{ what: `login page, ${loaded.size} scripts`, figure: total, unit: 'kB gz', goal: '<= 350' }],
  }
}
