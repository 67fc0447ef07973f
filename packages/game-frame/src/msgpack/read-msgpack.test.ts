import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { bytes } from '../../testing/hex.ts'
import { writeMsgpack } from '../../testing/write-msgpack.ts'
import { BadMsgpack, valueOfMsgpack, walkMsgpack } from './read-msgpack.ts'
import type { MsgpackNode } from './read-msgpack.ts'

const { any } = fc.letrec<{ any: unknown }>((tie) => ({
  any: fc.oneof(
    { maxDepth: 4 },
    fc.constant(null),
    fc.boolean(),
    fc.maxSafeInteger(),
    fc.double(),
    fc.string({ unit: 'binary' }),
    fc.uint8Array(),
    fc.array(tie('any'), { maxLength: 20 }),
    fc.dictionary(fc.string(), tie('any'), { maxKeys: 20, noNullPrototype: true }),
  ),
}))

/** Each part lies in its own place, one after the other, and the last ends where the whole does. */
function checkPlaces(node: MsgpackNode): void {
  let at = node.from
  for (const [index, item] of node.items.entries()) {
    expect(node.keys[index]?.from ?? item.from).toBeGreaterThan(index === 0 ? at : at - 1)
    at = item.to
    checkPlaces(item)
  }
  expect(at).toBeLessThanOrEqual(node.to)
  if (node.items.length > 0) expect(at).toBe(node.to)
}

describe('msgpack', () => {
  it('gives back any value, in short and in long forms, with each part at its place', () => {
    fc.assert(
      fc.property(any, fc.boolean(), (value, isWide) => {
        const wire = writeMsgpack(value, isWide)
        const node = walkMsgpack(new Uint8Array(wire))
        expect(valueOfMsgpack(node)).toStrictEqual(value)
        expect([node.from, node.to]).toEqual([0, wire.length])
        checkPlaces(node)
      }),
      { seed: 18, numRuns: 300, endOnFailure: true },
    )
  })

  it('says of any other bytes where they stop being a value, and never throws anything else', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 60 }), (wire) => {
        try {
          checkPlaces(walkMsgpack(wire))
        } catch (error) {
          expect(error).toBeInstanceOf(BadMsgpack)
          expect((error as BadMsgpack).offset).toBeLessThanOrEqual(wire.length)
        }
      }),
      { seed: 19, numRuns: 500, endOnFailure: true },
    )
  })

  it.each([
    ['82 a161 01 a162', 6],
    ['c1', 0],
    ['01 02', 1],
    ['dd ffffffff', 5],
    ['91'.repeat(70), 65],
  ])('%s breaks off at %i', (hex, offset) => {
    expect(() => walkMsgpack(bytes(hex))).toThrow(expect.objectContaining({ offset }))
  })

  it('keeps digits beyond 2^53, extensions and keys that are no texts', () => {
    const node = walkMsgpack(bytes('83 07 cf 0020000000000001 c0 d4 05 ff a9 5f5f70726f746f5f5f 01'))
    const value = valueOfMsgpack(node, (part) => part.length) as object
    expect(Object.entries(value)).toEqual([
      ['7', '9007199254740993'],
      ['null', 1],
      ['__proto__', 1],
    ])
    expect(Object.getPrototypeOf(value)).toBe(Object.prototype)
  })

  it('makes no more than 200,000 values of one frame', () => {
    const wire = (count: number) =>
      Buffer.concat([
        bytes('dd'),
        Buffer.from([0, count >> 16, (count >> 8) & 255, count & 255]),
        Buffer.alloc(count),
      ])
    expect(walkMsgpack(wire(199_999)).items).toHaveLength(199_999)
    expect(() => walkMsgpack(wire(200_000))).toThrow(/more than 200000/)
  })
})
