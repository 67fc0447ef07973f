import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { confusablesTable, recommendedTable } from './look-alike-tables.ts'

const folder = join(import.meta.dirname, '../../packages/look-alikes/src/tables')
const kept = (name: string) => readFileSync(join(folder, name), 'utf8')
const head = (version: string) => `\uFEFF# a file\n# Version: ${version}\n#\n`

test('look-alikes are ordered, decomposed and keep keys that look like numbers in their place', () => {
  const text = `${head('15.0.0')}
FF01 ;\t0021 ;\tMA\t#* ( ！ → ! ) FULLWIDTH → EXCLAMATION\t# →ǃ→
1D4F6 ;\t0072 006E ;\tMA\t# ( 𝓶 → rn )\t#
006D ;\t0072 006E ;\tMA\t# ( m → rn )\t#

212B ;\t0041 030A ;\tMA\t# decomposes, so nobody asks for it
30A0 ;\t2077 ;\tMA\t#
0409 ;\t00C5 ;\tMA\t# what it looks like decomposes
`
  expect(confusablesTable(text)).toBe(`{
  "unicode": "15.0",
  "lookLikes": {
    "0072 006E": "006D 1D4F6",
    "0041 030A": "0409",
    "2077": "30A0",
    "0021": "FF01"
  }
}
`)
})

test('ranges are ordered, and joined where they touch', () => {
  const text = `${head('16.0.0')}
0061..007A    ; Allowed    # 1.1 [26] a..z
0041          ; Allowed    # 1.1
0030..0039    ; Allowed    # 1.1
003A          ; Restricted # 1.1
007B..007C    ; Allowed    # 1.1
`
  expect(recommendedTable(text)).toBe(`{
  "unicode": "16.0",
  "ranges": [
    "0030-0039",
    "0041",
    "0061-007C"
  ]
}
`)
})

test('a file that does not say its version is none of them', () => {
  expect(() => confusablesTable('0041 ; 0042 ; MA')).toThrow('version')
})

test('the tables there are come out again as they are when they are given as data files', () => {
  const confusables = JSON.parse(kept('confusables.json')) as {
    unicode: string
    lookLikes: Record<string, string>
  }
  const pairs = Object.entries(confusables.lookLikes).flatMap(([to, from]) =>
    from.split(' ').map((each) => `${each} ; ${to} ; MA # x`),
  )
  const from = head(`${confusables.unicode}.0`)
  expect(confusablesTable(from + pairs.toReversed().join('\n'))).toBe(kept('confusables.json'))
  const recommended = JSON.parse(kept('recommended.json')) as { unicode: string; ranges: string[] }
  const ranges = recommended.ranges.map((range) => `${range.replace('-', '..')} ; Allowed # x`)
  expect(recommendedTable(head(`${recommended.unicode}.0`) + ranges.join('\n'))).toBe(
    kept('recommended.json'),
  )
})
