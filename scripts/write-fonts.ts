import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import subsetFont from 'subset-font'
import { isMain } from './checks/report.ts'

/** First and last code point. */
type Span = readonly [first: number, last: number]

/** What the pages are written in, as parts of which a browser loads only those a page uses. */
const PARTS: Record<string, readonly Span[]> = {
  latin: [
    [0x20, 0x7e],
    [0xa0, 0xff],
    [0x131, 0x131],
    [0x152, 0x153],
    [0x2bc, 0x2bc],
    [0x2c6, 0x2c6],
    [0x2da, 0x2da],
    [0x2dc, 0x2dc],
    [0x2010, 0x2027],
    [0x202f, 0x203a],
    [0x2044, 0x2044],
    [0x20ac, 0x20ac],
    [0x2122, 0x2122],
    [0x2190, 0x2193],
    [0x2212, 0x2212],
    [0x2215, 0x2215],
  ],
  // Names of players and people: the rest of Europe beside the letters of the interface (Turkish).
  'latin-ext': [
    [0x100, 0x130],
    [0x132, 0x151],
    [0x154, 0x17f],
    [0x218, 0x21b],
    [0x1e9e, 0x1e9e],
    [0x20a4, 0x20a4],
    [0x20ba, 0x20ba],
    [0x20bd, 0x20bd],
  ],
  cyrillic: [
    [0x301, 0x301],
    [0x400, 0x45f],
    [0x490, 0x491],
    [0x20b4, 0x20b4],
    [0x2116, 0x2116],
  ],
}

interface Family {
  name: string
  source: string
  /** Other forms of glyphs that styles ask for: tabular digits. JetBrains Mono has ligatures, which nobody wants. */
  hasForms: boolean
}

const FAMILIES: readonly Family[] = [
  { name: 'Inter Variable', source: 'inter', hasForms: true },
  { name: 'JetBrains Mono Variable', source: 'jetbrains-mono', hasForms: false },
]

/** The weights that styles use. */
const WEIGHTS = { min: 400, max: 700 }

const root = join(import.meta.dirname, '..')
export const FONT_FOLDER = join(root, 'apps/web/fonts')

/** All fonts together, in bytes; the design allows no more. */
const MOST_BYTES = 120_000

const charactersOf = (spans: readonly Span[]): string =>
  spans
    .map(([first, last]) =>
      String.fromCodePoint(...Array.from({ length: last - first + 1 }, (_, index) => first + index)),
    )
    .join('')

const hex = (codePoint: number): string => codePoint.toString(16).toUpperCase().padStart(4, '0')
const rangeOf = (spans: readonly Span[]): string =>
  spans.map(([first, last]) => `U+${hex(first)}${last === first ? '' : `-${hex(last)}`}`).join(', ')

function faceOf(family: Family, file: string, spans: readonly Span[]): string {
  return [
    '@font-face {',
    `  font-family: '${family.name}';`,
    `  font-weight: ${WEIGHTS.min} ${WEIGHTS.max};`,
    '  font-style: normal;',
    `  src: url('./${file}') format('woff2');`,
    '  font-display: swap;',
    `  unicode-range: ${rangeOf(spans)};`,
    '}',
  ].join('\n')
}

/** The fonts cut to what the pages need, their licenses and the style sheet that names them, by file name. */
export async function fontFiles(): Promise<Map<string, Buffer>> {
  const files = new Map<string, Buffer>()
  const faces = ['/* Made by `npm run fonts`. */']
  for (const family of FAMILIES) {
    for (const [part, spans] of Object.entries(PARTS)) {
      const from = `node_modules/@fontsource-variable/${family.source}/files/${family.source}-${part}-wght-normal.woff2`
      const file = `${family.source}-${part}.woff2`
      const cut = await subsetFont(readFileSync(join(root, from)), charactersOf(spans), {
        targetFormat: 'woff2',
        noLayoutClosure: !family.hasForms,
        variationAxes: { wght: WEIGHTS },
      })
      files.set(file, cut)
      faces.push(faceOf(family, file, spans))
    }
  }
  const size = [...files.values()].reduce((sum, { length }) => sum + length, 0)
  if (size > MOST_BYTES) throw new Error(`the fonts have ${size} bytes, at most ${MOST_BYTES}`)
  for (const { source } of FAMILIES) {
    const license = readFileSync(join(root, `node_modules/@fontsource-variable/${source}/LICENSE`))
    files.set(`${source}-license.txt`, license)
  }
  files.set('fonts.css', Buffer.from(`${faces.join('\n')}\n`))
  return files
}

if (isMain(import.meta.url)) {
  mkdirSync(FONT_FOLDER, { recursive: true })
  const files = await fontFiles()
  for (const [file, bytes] of files) writeFileSync(join(FONT_FOLDER, file), bytes)
  const sizes = [...files].map(([file, { length }]) => `${file} ${length}`)
  process.stdout.write(`fonts: ${sizes.join(', ')}\n`)
}
