import { spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { globSync, readFileSync, readdirSync, renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import { buildPages } from './building/build-pages.ts'
import { preloadsOf } from './building/preloads.ts'

const root = join(import.meta.dirname, '..')
const webFolder = join(root, 'apps/web')
const dist = join(webFolder, 'dist')
const stamp = join(dist, '.inputs')

/** What the pages are made of: those of these folders with one of these endings, tests excepted. */
const FOLDERS = ['apps/web', 'packages', 'features']
const ENDING = /\.(?:tsx?|css|html|json|webmanifest|png|svg|js)$/
const NO_INPUT = /(?:^|\/)(?:node_modules|dist)\/|\.test\.|^features\/[^/]+\/(?!web\/|contract\/)/

/** What else decides how they come out. */
const HOW = [
  'package-lock.json',
  'scripts/building/build-pages.ts',
  'scripts/building/preloads.ts',
  'scripts/building/web-chunks.ts',
]

/** Listed folder by folder: patterns over the same tree take 150 ms of each start. */
function inputFiles(): string[] {
  const found = FOLDERS.flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: true }).map((name) => `${folder}/${name as string}`),
  )
  return [...HOW, ...found.filter((file) => ENDING.test(file) && !NO_INPUT.test(file))]
}

function inputHash(): string {
  const hash = createHash('sha256')
  for (const file of inputFiles().toSorted())
    hash
      .update(file)
      .update('\0')
      .update(readFileSync(join(root, file)))
  return hash.digest('hex')
}

function builtHash(): string {
  try {
    return readFileSync(stamp, 'utf8')
  } catch {
    // Never built.
    return ''
  }
}

const BUILD_DIGITS = 12

const digestOf = (content: string | Buffer): string =>
  createHash('sha256').update(content).digest('hex').slice(0, BUILD_DIGITS)

/** What the page names and no module imports. Named after its content like all else, it is kept for ever. */
const BESIDE = ['favicon.svg', 'first-paint.css', 'first-paint.js']

function nameByContent(html: string): string {
  return BESIDE.reduce((page, name) => {
    const path = join(dist, name)
    const [base, ending] = name.split('.')
    const named = `assets/${base}-${digestOf(readFileSync(path))}.${ending}`
    renameSync(path, join(dist, named))
    return page.replace(`"./${name}"`, `"./${named}"`)
  }, html)
}

/** Writes into the page which build it is, so that it can tell when the server has another one, and what to load early. */
function markBuild(): void {
  const page = join(dist, 'index.html')
  const manifest = readFileSync(join(dist, '.vite/manifest.json'), 'utf8')
  const preloads = JSON.stringify(preloadsOf(JSON.parse(manifest) as Parameters<typeof preloadsOf>[0]))
  const marks = [
    `<meta name="qd-build" content="${digestOf(manifest)}" />`,
    `<meta name="qd-preload" content='${preloads}' />`,
  ]
  const html = nameByContent(readFileSync(page, 'utf8'))
  // Before the script that reads it.
  writeFileSync(page, html.replace('<link rel="icon"', `${marks.join('\n    ')}\n    <link rel="icon"`))
}

const COMPRESSIBLE = /\.(js|css|html|svg|json)$/
const toBrotli = promisify(brotliCompress)
const toGzip = promisify(gzip)

/** Writes `.br` and `.gz` beside each text file, so that the server never compresses a page itself. */
async function compressPages(): Promise<void> {
  const files = globSync('**/*', { cwd: dist }).filter((file) => COMPRESSIBLE.test(file))
  await Promise.all(
    files.map(async (file) => {
      const path = join(dist, file)
      const text = readFileSync(path)
      const quality = { params: { [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY } }
      writeFileSync(`${path}.br`, await toBrotli(text, quality))
      writeFileSync(`${path}.gz`, await toGzip(text, { level: 9 }))
    }),
  )
}

/** Builds the pages unless the last build had the same inputs; says which it was. */
async function buildHere(): Promise<'built' | 'cached'> {
  const hash = inputHash()
  if (builtHash() === hash) return 'cached'
  await buildPages(webFolder)
  markBuild()
  await compressPages()
  writeFileSync(stamp, hash)
  return 'built'
}

/**
 * The same in a process that ends: a build takes hundreds of MB, which whoever asks for it would keep for as long as it
 * runs. Throws when the build fails; its output has said why.
 */
export async function buildWeb(): Promise<'built' | 'cached'> {
  if (builtHash() === inputHash()) return 'cached'
  const child = spawn(process.execPath, [import.meta.filename], { stdio: ['ignore', 'ignore', 'inherit'] })
  const [code] = (await once(child, 'exit')) as [number | null]
  if (code !== 0) throw new Error('the pages did not build, see above')
  return 'built'
}

if (process.argv[1] !== undefined && import.meta.url === pathToFileURL(process.argv[1]).href) {
  console.log(`pages: ${await buildHere()}`)
}
