import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { buildWeb } from './build-web.ts'

/** JavaScript the login page may load, gzip; fonts and styles are not counted. */
const LOGIN_BUDGET_BYTES = 350_000
const DIST = join(import.meta.dirname, '../apps/web/dist')
/** The page with signing in, and its texts. */
const LOGIN_CHUNKS = ['index.html', 'entry-texts-cn']

interface Chunk {
  file: string
  name?: string
  imports?: string[]
}

/** Gzip size of each script a set of chunks loads, by file; a chunk goes by its page or by its name. */
export function scriptSizes(
  manifest: Record<string, Chunk>,
  entries: readonly string[],
): Map<string, number> {
  const sizes = new Map<string, number>()
  const visit = (key: string) => {
    const chunk = manifest[key]
    if (chunk === undefined) throw new Error(`the build has no ${key}`)
    if (sizes.has(chunk.file)) return
    const isScript = chunk.file.endsWith('.js')
    if (isScript) sizes.set(chunk.file, gzipSync(readFileSync(join(DIST, chunk.file)), { level: 9 }).length)
    for (const next of chunk.imports ?? []) visit(next)
  }
  for (const entry of entries)
    visit(Object.keys(manifest).find((key) => key === entry || manifest[key]?.name === entry) ?? entry)
  return sizes
}

async function report(): Promise<void> {
  await buildWeb()
  const manifest = JSON.parse(readFileSync(join(DIST, '.vite/manifest.json'), 'utf8')) as Record<
    string,
    Chunk
  >
  const sizes = scriptSizes(manifest, LOGIN_CHUNKS)
  const total = [...sizes.values()].reduce((sum, size) => sum + size, 0)
  for (const [file, size] of [...sizes].toSorted((a, b) => b[1] - a[1])) {
    console.log(`${(size / 1000).toFixed(1).padStart(8)} kB  ${file}`)
  }
  console.log(
    `${(total / 1000).toFixed(1).padStart(8)} kB  login page in all (at most ${LOGIN_BUDGET_BYTES / 1000} kB gzip)`,
  )
  if (total > LOGIN_BUDGET_BYTES) {
    console.error('The login page loads too much; the biggest modules stand first.')
    process.exitCode = 1
  }
}

if (import.meta.main) await report()
