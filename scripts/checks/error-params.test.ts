import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { loadTexts } from '@qd/server-kit'
import { expect, test } from 'vitest'
import { root } from '../languages/locale-files.ts'

/*
 * An error whose text has places for values is thrown with them: otherwise people read the names of the places.
 */

const folders = [
  'packages/contract-kit/locales',
  ...globSync('features/*/contract/locales', { cwd: root }),
].map((folder) => pathToFileURL(join(root, folder, '/')))
const texts = loadTexts(folders)
const THROWN = /new AppError\(\s*\w+\.(\w+)/g

/** What stands between the brackets that open before `from`. */
function inBrackets(text: string, from: number): string {
  let depth = 1
  let at = from
  while (depth > 0 && at < text.length) {
    if (text[at] === '(') depth += 1
    if (text[at] === ')') depth -= 1
    at += 1
  }
  return text.slice(from, at - 1)
}

test('errors with values in their text are thrown with these values', () => {
  const without: string[] = []
  let seen = 0
  for (const file of globSync('{packages,features,adapters,apps}/**/*.ts', { cwd: root })) {
    if (/node_modules|\.test\.ts$/.test(file)) continue
    const text = readFileSync(join(root, file), 'utf8')
    for (const { 0: found, 1: code = '', index } of text.matchAll(THROWN)) {
      if (!texts.has('en', 'errors', code) || !texts.get('en', 'errors', code).includes('{{')) continue
      seen += 1
      const options = inBrackets(text, index + 'new AppError('.length).slice(
        found.length - 'new AppError('.length,
      )
      // A name stands for options that are written elsewhere, or made there.
      if (!/\bparams\b/.test(options) && !/^,\s*\w+(\(\w*\))?\s*$/.test(options))
        without.push(`${file}: ${code}`)
    }
  }
  expect(seen).toBeGreaterThan(30)
  expect(without).toEqual([])
})
