import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { FONT_FOLDER, fontFiles } from './write-fonts.ts'

const root = join(import.meta.dirname, '..')

/** Whether the style sheet names a font for a letter. */
function isInFonts(letter: string): boolean {
  const css = readFileSync(join(FONT_FOLDER, 'fonts.css'), 'utf8')
  return [...css.matchAll(/U\+([\dA-F]+)(?:-([\dA-F]+))?/g)].some(([, first, last = first]) => {
    const code = letter.codePointAt(0)!
    return Number.parseInt(first!, 16) <= code && code <= Number.parseInt(last!, 16)
  })
}

it('the fonts are those the script makes', async () => {
  for (const [file, bytes] of await fontFiles()) {
    if (file.endsWith('.woff2')) expect(readFileSync(join(FONT_FOLDER, file)).equals(bytes), file).toBe(true)
  }
})

it('every Latin and Cyrillic letter of the texts is in a bundled font', () => {
  const files = globSync(['**/locales/*.json'], { cwd: root, exclude: (name) => name === 'node_modules' })
  const letters = new Set(
    files.flatMap((file) =>
      [...readFileSync(join(root, file), 'utf8').matchAll(/[\p{Script=Latin}\p{Script=Cyrillic}]/gu)].map(
        ([letter]) => letter,
      ),
    ),
  )
  expect(letters.size).toBeGreaterThan(100)
  expect([...letters].filter((letter) => !isInFonts(letter))).toEqual([])
})
