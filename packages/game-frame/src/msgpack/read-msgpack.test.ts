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

/** No name is longer than its text, or than a short fixed form. */
function checkNames({ keys, items }: MsgpackNode, size: number): void {
  for (const { name, node } of keys) {
    expect(name.length).toBeLessThanOrEqual(Math.max(80, size))
    checkNames(node, size)
  }
  for (const item of items) checkNames(item, size)
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

  it('keys lie in keys as deep as the limit allows, and their names stay short', () => {
    // Each byte may open a map or a list, so that keys nest often.
    const opener = fc.constantFrom(0x81, 0x82, 0x91, 0xc4, 0xa1, 0x01, 0xdf, 0xde, 0xc0)
    const nested = fc.array(fc.oneof(opener, fc.nat(255)), { maxLength: 200 })
    fc.assert(
      fc.property(fc.nat(70), nested, (depth, rest) => {
        const wire = Uint8Array.from([...Array.from({ length: depth }, () => 0x81), ...rest])
        try {
          checkNames(walkMsgpack(wire), wire.length)
        } catch (error) {
          expect(error).toBeInstanceOf(BadMsgpack)
        }
      }),
      { seed: 20, numRuns: 500, endOnFailure: true },
    )
    // {{…{1: 1}…: 1}: 1}
    const deepest = walkMsgpack(bytes('81'.repeat(64) + '01'.repeat(65)))
    expect(valueOfMsgpack(deepest)).toEqual({ 'map@1': 1 })
    checkNames(deepest, 129)
  })

  it('a key of bytes is named by the first of them, a list by its place', () => {
    const wire = bytes(`83 c40201ff 01 c421${'ab'.repeat(33)} 02 9101 03`)
    expect(walkMsgpack(wire).keys.map(({ name }) => name)).toEqual([
      '0x01ff',
      `0x${'ab'.repeat(32)}…`,
      'list@42',
    ])
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
