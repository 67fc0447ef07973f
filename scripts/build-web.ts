import { createHash } from 'node:crypto'
import { globSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'

const root = join(import.meta.dirname, '..')
const webFolder = join(root, 'apps/web')
const dist = join(webFolder, 'dist')
const stamp = join(dist, '.inputs')

const INPUTS = [
  'package-lock.json',
  'apps/web/**/*.{ts,tsx,css,html,json,svg,js}',
  'packages/*/**/*.{ts,tsx,css,json}',
  'features/*/{web,contract}/**/*.{ts,tsx,css,json}',
]

function inputHash(): string {
  const hash = createHash('sha256')
  const files = globSync(INPUTS, { cwd: root, exclude: ['**/node_modules/**', '**/dist/**', '**/*.test.*'] })
  for (const file of files.toSorted())
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

/** Writes into the page which build it is, so that it can tell when the server has another one. */
function markBuild(): void {
  const page = join(dist, 'index.html')
  const manifest = readFileSync(join(dist, '.vite/manifest.json'))
  const build = createHash('sha256').update(manifest).digest('hex').slice(0, BUILD_DIGITS)
  const html = readFileSync(page, 'utf8')
  writeFileSync(page, html.replace('</head>', `  <meta name="qd-build" content="${build}" />\n  </head>`))
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
      const quality = { params: { [constants.BROTLI_PARAM_QUALITY]: 9 } }
      writeFileSync(`${path}.br`, await toBrotli(text, quality))
      writeFileSync(`${path}.gz`, await toGzip(text, { level: 9 }))
    }),
  )
}

/** Builds the pages unless the last build had the same inputs; says which it was. */
export async function buildWeb(): Promise<'built' | 'cached'> {
  const hash = inputHash()
  if (builtHash() === hash) return 'cached'
  const { build } = await import('vite')
  await build({ root: webFolder, configFile: join(webFolder, 'vite.config.ts'), logLevel: 'error' })
  markBuild()
  await compressPages()
  writeFileSync(stamp, hash)
  return 'built'
}

if (process.argv[1] !== undefined && import.meta.url === pathToFileURL(process.argv[1]).href) {
  console.log(`pages: ${await buildWeb()}`)
}
