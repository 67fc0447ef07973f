import { describe, expect, it } from 'vitest'
import { walk } from '../index.ts'
import { both, decodeHex } from '../../testing/old-and-new.ts'

describe('broken bytes', () => {
  it.each<[string, keyof typeof both, string, object, unknown]>([
    [
      'a varint that is cut off',
      'n.New',
      '4001 08 80',
      { code: 'truncated', offset: 4, path: 'big' },
      { yes: true },
    ],
    [
      'a varint of eleven bytes',
      'n.New',
      '4001 08 8080808080808080808001',
      { code: 'varint_too_long', offset: 2 },
      { yes: true },
    ],
    [
      'a tag of more than 32 bits',
      'n.New',
      '4001 ffffffffff01 01',
      { code: 'bad_tag', offset: 2, path: '?' },
      { yes: true },
    ],
    [
      'a tag of five bytes that is too large',
      'n.New',
      '4001 ffffffff7d 01',
      { code: 'bad_tag', offset: 2 },
      { yes: true },
    ],
    [
      'a map entry that is cut off',
      'n.New',
      '4001 72 09 0a0161 12 02 40',
      { code: 'truncated', path: 'byName.a' },
      { yes: true },
    ],
    [
      'a message that is cut off and lacks a field',
      'g.Ring',
      '0a 05 18 05',
      { code: 'truncated', path: 'old' },
      { old: { plain: [5] } },
    ],
    ['field number 0', 'n.New', '00 05 4001', { code: 'bad_tag', offset: 0, path: '?' }, { yes: true }],
    ['wire type 6', 'n.New', '4001 0e 4001', { code: 'bad_wire_type', offset: 2, path: '?' }, { yes: true }],
    [
      'a length beyond the end',
      'n.New',
      '4001 32 05 6161',
      { code: 'truncated', offset: 6, wanted: 5, there: 2, path: 'name' },
      { yes: true },
    ],
    [
      'a length of 2^63',
      'n.New',
      '32 80808080808080808001',
      { code: 'truncated', wanted: 2 ** 63, there: 0 },
      {},
    ],
    [
      'a message that is cut off: its fields are there',
      'n.New',
      '9a01 09 4001 32 05 61',
      { code: 'truncated', wanted: 9, path: 'inner' },
      { inner: { yes: true } },
    ],
    [
      'a fault inside a message: what follows is read',
      'n.New',
      '9a01 02 0880 4001',
      { code: 'truncated', offset: 5, path: 'inner.big' },
      { inner: {}, yes: true },
    ],
    [
      'text that is no UTF-8',
      'n.New',
      '32 03 61ff62 4001',
      { code: 'invalid_utf8', offset: 3, path: 'name' },
      { name: 'a\ufffdb', yes: true },
    ],
    [
      'half a packed number',
      'n.New',
      '5a 02 0180 4001',
      { code: 'packed_rest', offset: 3, path: 'list' },
      { list: [1], yes: true },
    ],
    [
      'a group that is not ended',
      'g.Old',
      '10 01 0b 0805',
      { code: 'group_unended', offset: 5, path: 'inner' },
      { id: 1, inner: { a: 5 } },
    ],
    [
      'the end of another group',
      'g.Old',
      '10 01 0b 0805 1c 0c',
      { code: 'end_without_group', offset: 5 },
      { id: 1, inner: { a: 5 } },
    ],
    ['the end of no group', 'n.New', '0c 4001', { code: 'end_without_group', offset: 0 }, { yes: true }],
    [
      'a required field that is missing',
      'g.Old',
      '18 05',
      { code: 'missing_required', offset: 2, names: ['id'], path: '' },
      { plain: [5] },
    ],
    [
      'a map entry without a value that lacks a field',
      'g.Shelf',
      '0a 02 0801',
      { code: 'missing_required', names: ['id'], path: 'byId.1' },
      { byId: { 1: {} } },
    ],
  ])('%s', (_what, name, hex, ...told) => {
    const [error, json] = told
    const decoded = decodeHex(name, hex)
    expect(decoded.error).toMatchObject(error)
    expect(decoded.json).toEqual(json)
  })

  it('of proto2 may hold any text; its node tells all the same', () => {
    const { error, nodes } = decodeHex('g.Old', '10 01 32 02 ff61')
    expect(error).toBeNull()
    expect(nodes[1]).toMatchObject({ error: { code: 'invalid_utf8', offset: 4 }, value: '\ufffda' })
    expect(decodeHex('g.Old', '10 01 3a 03 0a01ff').error).toBeNull()
  })

  it('lack no field of a message that another one has replaced', () => {
    // A member of a oneof and its other; two entries with one key.
    expect(decodeHex('g.Shelf', '1200 1805')).toMatchObject({ error: null, json: { note: 5 } })
    expect(decodeHex('g.Shelf', '1200 1805 1200').error).toMatchObject({
      code: 'missing_required',
      path: 'book',
    })
    expect(decodeHex('g.Shelf', '0a04 0801 1200 0a06 0801 1202 1005').error).toBeNull()
    expect(decodeHex('g.Shelf', '0a06 0801 1202 1005 0a04 0801 1200').error).not.toBeNull()
  })

  it('with a wire type that does not fit are shown as unknown, with the field they would be', () => {
    const { error, json, nodes } = decodeHex('n.New', '0d 0000c03f 4001')
    expect([error, json]).toEqual([null, { yes: true }])
    expect(nodes[0]).toMatchObject({
      path: '#1',
      name: null,
      takenAs: 'float',
      value: 1.5,
      misfit: { name: 'big' },
    })
  })

  it('end at the depth and at the number of values that were asked for', () => {
    const deep = decodeHex('n.New', '9a01 05 9a01 02 4001 4001', { maxDepth: 1 })
    expect(deep.error).toMatchObject({ code: 'too_deep', offset: 3, path: 'inner.inner' })
    expect(deep.json).toEqual({ inner: {}, yes: true })
    const many = decodeHex('n.New', '4001 4001 4001', { maxNodes: 2 })
    expect(many.error).toMatchObject({ code: 'too_many_values', offset: 4 })
    const list = decodeHex('n.New', '5a 04 01020304', { maxNodes: 3 })
    expect(list).toMatchObject({
      json: { list: [1, 2] },
      error: { code: 'too_many_values', offset: 4, path: 'list' },
    })
  })

  it('that nobody knows may look as deep as they will', () => {
    // Field 99 of the message inside: three groups in each other.
    const { error, nodes } = decodeHex('n.New', '9a01 09 9a0606 0b0b0b 0c0c0c', { maxDepth: 3 })
    expect(error).toBeNull()
    expect(nodes[0]!.children[0]).toMatchObject({ path: 'inner.#99', takenAs: 'packed' })
    const shallow = decodeHex('n.New', '9a01 05 9a0602 0b0c', { maxDepth: 3 })
    expect(shallow.nodes[0]!.children[0]).toMatchObject({ takenAs: 'message' })
  })

  it('that would become too many defaults are told', () => {
    const many = decodeHex('n.New', 'a20100'.repeat(10), { defaults: true, maxNodes: 100 })
    expect(many.error).toMatchObject({ code: 'too_many_values', offset: 30, path: '' })
    expect(many.json.many).toHaveLength(10)
    expect(decodeHex('n.New', 'a20100'.repeat(3), { defaults: true, maxNodes: 100 }).error).toBeNull()
  })

  it('of a megabyte of empty messages, and of the deepest nesting, do not end the process', () => {
    const empty = new Uint8Array(1_048_576)
    for (let at = 0; at < empty.length; at += 2) empty[at] = 0x0a
    expect(walk(empty).error).toMatchObject({ code: 'too_many_values' })
    const groups = new Uint8Array(1_048_576).fill(0x0b)
    expect(walk(groups, { maxDepth: 1e9 }).error).toMatchObject({ code: 'too_deep' })
  })
})
