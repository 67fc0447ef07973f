import { expect, test } from 'vitest'
import confusables from './tables/confusables.json' with { type: 'json' }
import recommended from './tables/recommended.json' with { type: 'json' }

const numbersOf = (codes: string) => codes.split(' ').map((code) => Number.parseInt(code, 16))
const looks = Object.entries(confusables.lookLikes).map(([to, from]) => ({
  prototype: numbersOf(to),
  sources: numbersOf(from),
}))
const sources = looks.flatMap((look) => look.sources)

test('each look-alike stands there once, in order, below what it looks like', () => {
  expect(sources.length).toBeGreaterThan(5_000)
  expect(new Set(sources).size).toBe(sources.length)
  for (const look of looks) expect(look.sources).toEqual(look.sources.toSorted((a, b) => a - b))
})

/** Unicode's own data leaves these half-way; all but the first are something else in NFKC, which names are in. */
const HALF_WAY = [
  0x048b, 0x01c4, 0x01c5, 0x01c6, 0x321d, 0xfba4, 0xfba5, 0xfbb0, 0xfbb1, 0xfe81, 0xfe82, 0xfef5, 0xfef6,
]

test('nothing that is looked like looks like something else, but for what Unicode leaves half-way', () => {
  const known = new Set(sources)
  const open = looks.filter(({ prototype }) => prototype.some((code) => known.has(code)))
  const left = open.flatMap((look) => look.sources)
  expect(new Set(left)).toEqual(new Set(HALF_WAY))
  const inNames = left.filter(
    (code) => String.fromCodePoint(code).normalize('NFKC') === String.fromCodePoint(code),
  )
  expect(inNames).toEqual([0x048b])
})

test('both sides are decomposed, as the text is that they are held against', () => {
  const texts = [...sources.map((code) => [code]), ...looks.map(({ prototype }) => prototype)]
  const isDecomposed = (codes: number[]) =>
    String.fromCodePoint(...codes) === String.fromCodePoint(...codes).normalize('NFD')
  expect(texts.filter((codes) => !isDecomposed(codes))).toEqual([])
})

test('the ranges of names are in order and touch nowhere; both tables are of one version', () => {
  const ranges = recommended.ranges.map((range) => numbersOf(range.replace('-', ' ')))
  let last = -2
  for (const [from, to = from] of ranges) {
    expect(from).toBeGreaterThan(last + 1)
    expect(to).toBeGreaterThanOrEqual(from!)
    last = to!
  }
  expect(recommended.unicode).toBe(confusables.unicode)
})
