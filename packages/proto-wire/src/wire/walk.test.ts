import { describe, expect, it } from 'vitest'
import { bytesOfHex, decodeMessage, readSchema, walk } from '../index.ts'
import type { WireNode } from '../index.ts'
import { both, decodeHex } from '../../testing/old-and-new.ts'
import { schemaOf } from '../../testing/schema-of.ts'

const told = ({ path, start, end, takenAs }: WireNode) => `${path} ${start}-${end} ${takenAs}`
const tree = (nodes: readonly WireNode[]): unknown[] =>
  nodes.map((node) => (node.children.length > 0 ? [told(node), ...tree(node.children)] : told(node)))

describe('values of a message', () => {
  it.each<[string, keyof typeof both, string, unknown]>([
    ['the least int64', 'n.New', '08 80808080808080808001', { big: '-9223372036854775808' }],
    ['-1', 'n.New', '08 ffffffffffffffffff01', { big: '-1' }],
    ['2^53 + 1', 'n.New', '08 8180808080808010', { big: '9007199254740993' }],
    ['the greatest uint64', 'n.New', '10 ffffffffffffffffff01', { huge: '18446744073709551615' }],
    ['the least sint64', 'n.New', '18 ffffffffffffffffff01', { zig: '-9223372036854775808' }],
    ['the greatest sint64', 'n.New', '18 feffffffffffffffff01', { zig: '9223372036854775807' }],
    ['fixed64', 'n.New', '21 0100000000002000', { eight: '9007199254740993' }],
    ['sfixed64', 'n.New', '29 ffffffffffffffff', { signed: '-1' }],
    ['a negative int32 in ten bytes', 'n.New', 'a801 ffffffffffffffffff01', { small: -1 }],
    ['sint32', 'n.New', 'b001 01', { zig32: -1 }],
    ['a varint longer than it must be', 'n.New', 'a801 81808000', { small: 1 }],
    ['bytes', 'n.New', '3a 03 00ff10', { raw: 'AP8Q' }],
    ['no number', 'n.New', '49 000000000000f87f 55 000080ff', { d: 'NaN', f: '-Infinity' }],
    ['packed and unpacked numbers of one list', 'n.New', '58 01 5a 02 0203 58 04', { list: [1, 2, 3, 4] }],
    ['unpacked enums', 'n.New', '68 01 68 63', { moods: ['GLAD', 99] }],
    ['packed where unpacked is declared', 'g.Old', '10 01 1a 02 0506', { id: 1, plain: [5, 6] }],
    ['unpacked where packed is declared', 'g.Old', '10 01 20 05 20 06', { id: 1, packed: [5, 6] }],
    [
      'a map whose key comes twice',
      'n.New',
      '72 05 0a0161 1200 72 07 0a0161 1202 4001',
      { byName: { a: { yes: true } } },
    ],
    [
      'a map entry without key and value',
      'n.New',
      '72 00 7a 00',
      { byName: { '': {} }, byId: { '0': 'CALM' } },
    ],
    ['a map entry with the value first', 'n.New', '7a 04 1001 0802', { byId: { '2': 'GLAD' } }],
    ['the last member of a oneof', 'n.New', '8001 05 8a01 01 78', { word: 'x' }],
    ['a member of a oneof that comes back', 'n.New', '8001 05 8a01 01 78 8001 06', { number: 6 }],
    ['pieces of one message', 'n.New', '9a01 02 4001 9a01 03 a80107', { inner: { yes: true, small: 7 } }],
    [
      'pieces of a member of a oneof',
      'n.New',
      '9201 02 4001 9201 03 a80107',
      { other: { yes: true, small: 7 } },
    ],
    [
      'a group in a group',
      'g.Old',
      '0b 0805 13 0a0168 14 0c 10 01',
      { inner: { a: 5, deep: { s: 'h' } }, id: 1 },
    ],
    ['an unknown number of a closed enum', 'g.Old', '10 01 28 07', { id: 1, mood: 7 }],
  ])('reads %s', (_what, name, hex, json) => {
    expect(decodeHex(name, hex)).toMatchObject({ json, error: null })
  })

  it('shows defaults when asked: empty lists and maps, null messages, no members of oneofs', () => {
    const { json } = decodeHex('n.New', '', { defaults: true })
    expect(json).toMatchObject({ big: '0', name: '', raw: '', list: [], byName: {}, inner: null, many: [] })
    for (const name of ['number', 'word', 'other', 'maybe']) expect(json).not.toHaveProperty(name)
  })

  it('keeps names that reach prototypes as what they are', () => {
    const proto =
      'syntax = "proto3"; message M { map<string, int32> m = 1; int32 constructor = 2; repeated int32 toString = 3; }'
    const bytes = bytesOfHex('0a 0d 0a095f5f70726f746f5f5f 1005 10 07 18 01 18 02')!
    const { json } = decodeMessage(schemaOf(proto).schema, 'M', bytes)!
    expect(JSON.stringify(json)).toBe('{"m":{"__proto__":5},"constructor":7,"toString":[1,2]}')
    expect(Object.getPrototypeOf(json.m)).toBe(Object.prototype)
  })

  it('keeps messages and maps of such names away from prototypes', () => {
    const fields = JSON.parse(
      '{"__proto__":{"type":"M","id":1},"constructor":{"keyType":"string","type":"int32","id":2}}',
    ) as object
    const read = readSchema({ nested: { M: { fields } } })
    if (!read.ok) throw new Error(read.reason)
    const { json } = decodeMessage(
      read.schema,
      'M',
      bytesOfHex('0a 07 12 05 0a0161 1005 12 05 0a0162 1006')!,
    )!
    expect(JSON.stringify(json)).toBe('{"__proto__":{"constructor":{"a":5}},"constructor":{"b":6}}')
    expect([Object.hasOwn(Object.prototype, 'a'), Object.hasOwn(Object, 'b')]).toEqual([false, false])
  })

  it('knows no message of a wrong name', () => {
    expect(decodeMessage(both['n.New'], 'n.Gone', new Uint8Array())).toBeNull()
    expect(decodeMessage(both['n.New'], 'New', new Uint8Array())).toMatchObject({ json: {} })
  })
})

describe('ranges and paths', () => {
  it('tell lists, packed elements, maps, groups and unknown fields apart, from where the bytes stand', () => {
    const hex = '5a 02 0203 58 04 6201 61 6201 62 72 07 0a0161 1202 4001 a201 02 4001 a201 00 98060a'
    expect(tree(decodeHex('n.New', hex).nodes)).toEqual([
      ['list 0-4 packed', 'list.0 2-3 int32', 'list.1 3-4 int32'],
      'list.2 4-6 int32',
      'names.0 6-9 string',
      'names.1 9-12 string',
      [
        'byName.a 12-21 map',
        'byName.a.key 14-17 string',
        ['byName.a 17-21 message', 'byName.a.yes 19-21 bool'],
      ],
      ['many.0 21-26 message', 'many.0.yes 24-26 bool'],
      'many.1 26-29 message',
      '#99 29-32 uint64',
    ])
    expect(decodeHex('n.New', '72 06 0a0161 0a0162').nodes[0]!.path).toBe('byName.b')
    const [group] = walk(bytesOfHex('0b 0805 0c')!, {
      schema: both['g.Old'],
      message: 'g.Old',
      offset: 100,
    }).nodes
    expect([group!.start, group!.valueStart, group!.valueEnd, group!.end]).toEqual([100, 101, 103, 104])
    expect(group!.children[0]).toMatchObject({ start: 101, end: 103, path: 'inner.a', steps: ['inner', 'a'] })
  })
})
