import { applyChanges } from '@qd/protocol-model'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { loadDefinitions } from './definitions/load-definitions.ts'
import { diffDocuments } from './diff-documents.ts'
import { seedDocument } from './seed/seed-document.ts'
import { seededSummary } from './seed/player-summary.ts'

const { protocol } = loadDefinitions(undefined, () => undefined)
const place = { platform: 3, sId: 123, seededAt: 1_795_000_000 }

/** Lists of objects in a fixed order: a change list upserts elements by key and says nothing about their order. */
function inKeyOrder(value: unknown): unknown {
  if (Array.isArray(value)) {
    const list = value.map(inKeyOrder)
    const isKeyed = list.some((element) => typeof element === 'object')
    return isKeyed ? list.sort((a, b) => (JSON.stringify(a) < JSON.stringify(b) ? -1 : 1)) : list
  }
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, inKeyOrder(inner)]))
}

describe('the change list between two states', () => {
  it('applied to the first state gives the second, whichever they are', () => {
    const sequence = fc.integer({ min: 1, max: 2000 })
    fc.assert(
      fc.property(sequence, sequence, (left, right) => {
        const before = seedDocument(seededSummary(3, 123, left), place)
        const after = seedDocument(seededSummary(3, 123, right), place)
        const applied = applyChanges(before, diffDocuments(protocol, before, after), protocol)
        expect(applied.errors).toEqual([])
        expect(applied.raw).toEqual([])
        expect(inKeyOrder(applied.data)).toEqual(inKeyOrder(after))
      }),
      { seed: 7, numRuns: 60 },
    )
  })

  it('is empty for equal states', () => {
    const document = seedDocument(seededSummary(3, 123, 45), place)
    expect(diffDocuments(protocol, document, structuredClone(document))).toEqual([])
  })
})
