import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { DEFAULT_LIMITS, fromJson } from '../src/index.ts'
import type { ValueNode } from '../src/index.ts'
import {
  cellOf,
  cellText,
  decodeRecords,
  encodeRecords,
  readLayout,
  recordsText,
} from '../src/record/index.ts'
import type { RecordLayout } from '../src/record/index.ts'

const TYPES =
  'int8 int16 int32 int64 uint8 uint16 uint32 uint64 float double timestamp timestamp32 string(5) bytes(3)'.split(
    ' ',
  )

function layoutOf(text: string): RecordLayout {
  const read = readLayout(text)
  if (!read.ok) throw new Error(`${read.fault.code} in line ${read.fault.line}`)
  return read.layout
}

const layouts = fc
  .record({
    order: fc.constantFrom('big', 'little'),
    header: fc.nat(5),
    types: fc.array(fc.constantFrom(...TYPES), { minLength: 1, maxLength: 6 }),
  })
  .map(({ order, header, types }) =>
    layoutOf([order, `header ${header}`, ...types.map((type, at) => `f${at} ${type}`)].join('\n')),
  )

/** Bytes for a layout, with numbers at their edges more often than chance has them. */
const filled = layouts.chain((layout) =>
  fc
    .array(fc.oneof(fc.constantFrom(0, 0x7f, 0x80, 0xff, 0xf0), fc.nat(255)), {
      minLength: layout.headerBytes,
      maxLength: layout.headerBytes + layout.recordBytes * 4,
    })
    .map((bytes) => ({ layout, bytes: Uint8Array.from(bytes) })),
)
const whole = ({ layout, bytes }: { layout: RecordLayout; bytes: Uint8Array }): Uint8Array =>
  bytes.subarray(0, bytes.length - ((bytes.length - layout.headerBytes) % layout.recordBytes))

function rowsOf(node: ValueNode | null): ValueNode[][] {
  if (node?.kind !== 'list') throw new Error('no list')
  return node.items.map((item) => (item.kind === 'map' ? item.pairs.map(([, cell]) => cell) : []))
}

function read(bytes: Uint8Array, layout: RecordLayout): ValueNode {
  const found = decodeRecords(bytes, layout)
  if (!found.ok) throw new Error(found.fault.code)
  return found.node
}

describe('records', () => {
  it('come back byte for byte through their text, whatever layout and bytes they have', () => {
    fc.assert(
      fc.property(filled, (given) => {
        const bytes = whole(given)
        const node = read(bytes, given.layout)
        const again = fromJson(recordsText(node), node)
        if (!again.ok) throw new Error(again.fault.code)
        expect(encodeRecords(again.node, given.layout, bytes)).toEqual({ ok: true, bytes: bytes.slice() })
      }),
      { numRuns: 500 },
    )
  })

  it.each([
    ['float', [0xff, 0xc0, 0, 0]],
    ['float', [0x7f, 0xf0, 0, 0]],
    ['double', [0xff, 0xf8, 0, 0, 0, 0, 0, 0]],
    ['double', [0x7f, 0xf8, 0, 0, 0, 0, 0, 1]],
  ])('keep the bits of a %s that is no number: %j', (type, given) => {
    const layout = layoutOf(`big\nf ${type}`)
    const bytes = Uint8Array.from(given)
    const node = read(bytes, layout)
    const again = fromJson(recordsText(node), node)
    if (!again.ok) throw new Error(again.fault.code)
    expect(encodeRecords(again.node, layout, bytes)).toEqual({ ok: true, bytes })
  })

  it('come back through each cell as it stands in a table', () => {
    fc.assert(
      fc.property(filled, (given) => {
        const { layout } = given
        for (const row of rowsOf(read(whole(given), layout))) {
          for (const [at, cell] of row.entries()) {
            expect(cellOf(cellText(cell), layout.fields[at]!, cell)).toEqual({ ok: true, node: cell })
          }
        }
      }),
      { numRuns: 500 },
    )
  })

  it('a changed cell changes its bytes and no others', () => {
    const layout = layoutOf('big\nheader 2\nid uint64\nlevel int16\nname string(6)')
    const record = [0, 0x20, 0, 0, 0, 0, 0, 1, 0xff, 0xfe, 0x61, 0x62, 0, 0, 0, 0]
    const bytes = Uint8Array.from([9, 9, ...record, ...record])
    const node = read(bytes, layout)
    expect(recordsText(node)).toBe(
      '[\n  {"id": 9007199254740993, "level": -2, "name": "ab"},\n  {"id": 9007199254740993, "level": -2, "name": "ab"}\n]',
    )
    const edited = recordsText(node).replace(
      '"level": -2, "name": "ab"}\n]',
      '"level": 300, "name": "夜"}\n]',
    )
    const again = fromJson(edited, node)
    const after = Uint8Array.from([...bytes.slice(0, 26), 1, 44, 0xe5, 0xa4, 0x9c, 0, 0, 0])
    expect(again.ok && encodeRecords(again.node, layout, bytes)).toEqual({ ok: true, bytes: after })
  })

  it('bytes left over are a fault at the first of them, with every whole record before it', () => {
    const layout = layoutOf('header 1\na uint16\nb uint8')
    const found = decodeRecords(Uint8Array.from([7, 1, 0, 2, 3, 0, 4, 5, 0]), layout)
    expect(found).toMatchObject({ ok: false, fault: { code: 'leftOver', at: 7 } })
    expect(rowsOf(found.ok ? null : found.partial).map((row) => row.map(cellText))).toEqual([
      ['1', '2'],
      ['3', '4'],
    ])
    expect(decodeRecords(new Uint8Array(0), layout)).toMatchObject({ fault: { code: 'truncated', at: 0 } })
  })

  it('too many values and too many bytes stop, with their place', () => {
    const layout = layoutOf('a uint8\nb uint8')
    const limits = { ...DEFAULT_LIMITS, nodes: 7, inBytes: 10 }
    const found = decodeRecords(new Uint8Array(10), layout, limits)
    expect(found).toMatchObject({ ok: false, fault: { code: 'tooMany', at: 6 } })
    expect(rowsOf(found.ok ? null : found.partial)).toHaveLength(3)
    expect(decodeRecords(new Uint8Array(11), layout, limits)).toMatchObject({ fault: { code: 'tooLarge' } })
  })

  it.each([
    ['uint8', '256', 'range'],
    ['uint8', '-1', 'range'],
    ['int8', '1.5', 'syntax'],
    ['int64', '9223372036854775808', 'range'],
    ['float', '1e39', 'range'],
    ['double', 'much', 'syntax'],
    ['string(3)', '夜x', 'range'],
    ['bytes(2)', '0x00', 'range'],
    ['bytes(2)', 'ab', 'syntax'],
    ['timestamp', '2026-02-31T', 'range'],
    ['timestamp32', '2026-01-01T00:00:00.500Z', 'range'],
    ['timestamp32', '2200-01-01T00:00:00Z', 'range'],
  ])('a %s has no place for %s', (type, typed, code) => {
    const [field] = layoutOf(`a ${type}`).fields
    expect(cellOf(typed, field!, { kind: 'null' })).toEqual({ ok: false, code })
  })

  it.each([
    ['[{"a": 1}]', 'record'],
    ['[{"a": 1, "c": 2}]', 'record'],
    ['{"a": 1, "b": 2}', 'record'],
    ['[{"a": 1, "b": 70000}]', 'range'],
    ['[{"a": 1, "b": "x"}]', 'range'],
  ])('the text %s is refused', (text, code) => {
    const node = fromJson(text, null)
    const layout = layoutOf('a uint8\nb uint16')
    expect(node.ok && encodeRecords(node.node, layout, new Uint8Array(0))).toMatchObject({ fault: { code } })
  })

  it('times are shown as dates, and as digits beyond all dates', () => {
    const layout = layoutOf('big\nat timestamp\ns timestamp32')
    const bytes = Uint8Array.from([
      0,
      0,
      1,
      0x9b,
      0,
      0,
      0,
      0,
      0x69,
      0x55,
      0xb9,
      0,
      0x7f,
      ...Array(11).fill(255),
    ])
    expect(rowsOf(read(bytes, layout)).map((row) => row.map(cellText))).toEqual([
      ['2025-12-08T22:05:58.656Z', '2026-01-01T00:00:00.000Z'],
      ['9223372036854775807', '2106-02-07T06:28:15.000Z'],
    ])
  })
})

describe('a layout', () => {
  it('has an order of bytes, a header, fields, notes and empty lines', () => {
    expect(layoutOf('# heroes\n\nbig\nheader 4 # magic\nid uint32\nheader uint8\n伤害 double\n')).toEqual({
      isLittle: false,
      headerBytes: 4,
      recordBytes: 13,
      fields: [
        { name: 'id', type: 'uint32', size: 4 },
        { name: 'header', type: 'uint8', size: 1 },
        { name: '伤害', type: 'double', size: 8 },
      ],
    })
  })

  it.each([
    ['', 'noFields', 1],
    ['id', 'line', 1],
    ['id int32 x', 'line', 1],
    ['id int33', 'type', 1],
    ['id string', 'type', 1],
    ['id string(0)', 'size', 1],
    ['id bytes(65537)', 'size', 1],
    ['id int8\nid int8', 'repeated', 2],
    ['id int8\n\nbig', 'order', 3],
    ['id int8\nheader 2', 'order', 2],
    ['header 65537\nid int8', 'header', 1],
    ['$id int8', 'name', 1],
    ['__proto__ int8', 'name', 1],
    ['a bytes(65536)\nb int8', 'record', 2],
    [Array.from({ length: 201 }, (_, at) => `f${at} int8`).join('\n'), 'fields', 201],
    ['#'.repeat(8_001), 'long', 1],
  ])('%# is refused with its line', (text, code, line) => {
    expect(readLayout(text)).toEqual({ ok: false, fault: { code, line } })
  })
})
