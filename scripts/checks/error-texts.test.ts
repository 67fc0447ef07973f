import { globSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { LANGUAGES } from '@qd/i18n'
import { loadTexts } from '@qd/server-kit'
import { describe, expect, test } from 'vitest'
import { coreErrors } from '../../packages/contract-kit/src/index.ts'
import { root } from '../languages/locale-files.ts'

const folderUrl = (folder: string) => pathToFileURL(join(root, folder, '/'))

async function codesOf(file: string): Promise<string[]> {
  const contract = (await import(pathToFileURL(join(root, file)).href)) as Record<string, unknown>
  return Object.values(contract)
    .filter((value) => typeof value === 'object' && value !== null)
    .flatMap((value) => Object.values(value as object))
    .flatMap((def: unknown) =>
      typeof def === 'object' && def !== null && 'retryable' in def && 'code' in def
        ? [String(def.code)]
        : [],
    )
}

const contracts = globSync('features/*/contract/index.ts', { cwd: root })
const texts = loadTexts([
  folderUrl('packages/contract-kit/locales'),
  ...contracts.map((file) => folderUrl(file.replace('index.ts', 'locales'))),
])
const codes = [...Object.keys(coreErrors), ...(await Promise.all(contracts.map(codesOf))).flat()]

describe('texts of all errors', () => {
  test.each(LANGUAGES)('%s says every error with its values filled in', (lang) => {
    expect(codes.length).toBeGreaterThan(60)
    for (const code of codes) {
      expect(texts.has(lang, 'errors', code), code).toBe(true)
      const marks = [...texts.get(lang, 'errors', code).matchAll(/\{\{(\w+)\}\}/g)].map(([, name]) => name!)
      const said = texts.get(
        lang,
        'errors',
        code,
        Object.fromEntries(marks.map((name) => [name, `<${name}>`])),
      )
      expect(said, code).not.toMatch(/\{\{|\}\}|undefined/)
      for (const name of marks) expect(said, code).toContain(`<${name}>`)
      // A sentence that ends in a foreign reason would otherwise end twice.
      if (lang === 'cn' || lang === 'tw') expect(said, code).not.toMatch(/[。.]$/)
    }
  })
})
