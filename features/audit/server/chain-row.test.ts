import { createHash } from 'node:crypto'
import { canonicalJson } from '@qd/canonical-json'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { hashOf } from './chain-row.ts'

const text = fc.string({ unit: 'grapheme' })
const row = fc.record({
  seq: fc.nat(),
  at: fc.nat(),
  kind: fc.constantFrom('intent', 'outcome', 'commit', 'refused', 'event'),
  ref: fc.option(fc.nat()),
  actor_id: text,
  action: text,
  scope: text,
  target: text,
  status: fc.option(fc.nat()),
  entry: text,
  prev_hash: text,
})

test('a link hashes canonical JSON of its row, whatever stands in it', () => {
  fc.assert(
    fc.property(row, (link) => {
      const expected = createHash('sha256').update(canonicalJson(link)).digest('hex')
      expect(hashOf(link as Parameters<typeof hashOf>[0])).toBe(expected)
    }),
  )
})
