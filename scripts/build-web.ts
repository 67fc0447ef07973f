import { createHash } from 'node:crypto'
import { globSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'

const root = join(import.meta.dirname, '..')
const webFolder = join(root, 'apps/web')
const stamp = join(webFolder, 'dist', '.inputs')

const INPUTS = [
  'package-lock.json',
  'apps/web/**/*.{ts,tsx,css,html,json,svg}',
  'packages/{web-kit,contract-kit,i18n,game-id,protocol-model}/**/*.{ts,tsx,css,json}',
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

/** Builds the pages unless the last build had the same inputs; says which it was. */
export async function buildWeb(): Promise<'built' | 'cached'> {
  const hash = inputHash()
  if (builtHash() === hash) return 'cached'
  const { build } = await import('vite')
  await build({ root: webFolder, configFile: join(webFolder, 'vite.config.ts'), logLevel: 'warn' })
  writeFileSync(stamp, hash)
  return 'built'
}

if (process.argv[1] !== undefined && import.meta.url === pathToFileURL(process.argv[1]).href) {
  console.log(`pages: ${await buildWeb()}`)
}
