import { QD1, encodeFrame } from '@qd/game-frame'
import { readSchema, readingsOf } from '@qd/proto-wire'
import { describe, expect, it } from 'vitest'
import { DEFINITION, frameOf, viewOf } from '../testing/fake-game.ts'
import { comparedValues } from './compared-values.ts'
import { decodeFrame, nodeAt } from './decode-frame.ts'
import { rowOfByte, treeRows } from './tree-rows.ts'
import { nodeName, valueText } from './value-text.ts'

const read = readSchema(DEFINITION.proto)
if (!read.ok) throw new Error(read.reason)
const { schema } = read
const { layout } = viewOf()
const reply = { direction: 'reply', cmd: 1402, message: 'lantern.UseItemRes' } as const

const jsonLayout = { ...(layout as object), body: 'json' }
const msgpackLayout = { ...(layout as object), body: 'msgpack' }
const textBytes = (text: string) => [...new TextEncoder().encode(text)]

function decoded(body: readonly number[], change = {}) {
  const bytes = encodeFrame(QD1, 'reply', { cmd: 1402, seq: 1, status: 0, body: Uint8Array.from(body) })
  const frame = frameOf(1, { ...reply, size: bytes.length, bodySize: body.length, ...change })
  return decodeFrame(frame, bytes, layout, schema)
}

describe('a frame', () => {
  it('has a range for its header and for each field, counted in its own bytes', () => {
    const { ranges, json, nodes } = decoded([0x08, 0x10])
    expect(ranges).toEqual([
      { from: 0, to: 15, tone: 'header' },
      { from: 15, to: 17, tone: 0 },
    ])
    expect(json).toEqual({ left: 16 })
    expect(nodeAt(nodes, 16)?.path).toBe('left')
    expect(nodeAt(nodes, 3)).toBeNull()
  })

  it('that breaks off says where, and shows what came before', () => {
    const { error, json, ranges } = decoded([0x08, 0x10, 0x12, 0x09, 0x41])
    expect(json).toEqual({ left: 16 })
    expect(error).toMatchObject({ code: 'truncated' })
    expect(error!.offset).toBeGreaterThanOrEqual(17)
    expect(ranges.some(({ tone }) => tone === 'error')).toBe(true)
  })

  it('without a message is read as it looks; a bad frame is bytes alone', () => {
    expect(decoded([0x08, 0x10], { message: '' })).toMatchObject({ json: null, nodes: [{ number: 1 }] })
    expect(decoded([0x08, 0x10], { direction: 'fault' })).toMatchObject({ nodes: [], header: [] })
  })

  it('is a tree whose header is closed at first; the byte leads to the innermost row', () => {
    const frame = decoded([0x08, 0x10])
    expect(treeRows(frame, new Set()).map(({ level, isOpen }) => [level, isOpen])).toEqual([
      [1, false],
      [1, null],
    ])
    const open = treeRows(frame, new Set(['header']))
    expect(open.map(({ part }) => part?.name)).toEqual([
      undefined,
      'length',
      'cmd',
      'seq',
      'marker',
      'status',
      undefined,
    ])
    expect(rowOfByte(open, 5)).toBe(2)
    expect(rowOfByte(open, 16)).toBe(6)
  })

  it('shows an unknown field as it was chosen to be read', () => {
    const frame = decoded([0x3a, 0x02, 0x08, 0x05], { message: '' })
    const [row] = treeRows(frame, new Set()).filter(({ node }) => node?.number === 7)
    const rowsWith = (as: string) => {
      const reading = readingsOf(frame.bytes, row!.node!).find((each) => each.as === as)!
      const rows = treeRows(frame, new Set(), new Map([[row!.id, reading]])).slice(1)
      return rows.map((each) => [each.level, each.node?.number, each.isOpen])
    }
    expect(rowsWith('message')).toEqual([
      [1, 7, true],
      [2, 1, null],
    ])
    expect(rowsWith('bytes')).toEqual([[1, 7, null]])
  })

  it('is compared with another value by value', () => {
    const [one, two] = [decoded([0x08, 0x10]), decoded([0x08, 0x11, 0x10, 0x01])]
    expect(comparedValues(one.nodes, two.nodes)).toEqual([
      { path: 'left', before: '16', after: '17' },
      { path: '#2', before: null, after: '1' },
    ])
    expect(comparedValues(one.nodes, one.nodes)).toEqual([])
  })
})

describe('a frame whose body is no protobuf', () => {
  const inLayout = (body: readonly number[], of: object, change = {}) => {
    const bytes = Uint8Array.from([...Array.from({ length: 15 }, () => 0), ...body])
    return decodeFrame(frameOf(1, { ...reply, bodySize: body.length, ...change }), bytes, of, schema)
  }

  it('is read as JSON, each value at its bytes', () => {
    const frame = inLayout(textBytes('{"名":"é😀","left":9007199254740993,"l":[{"a":1}]}'), jsonLayout)
    expect(frame.json).toEqual({ 名: 'é😀', left: '9007199254740993', l: [{ a: 1 }] })
    const left = frame.nodes[1]!
    expect(new TextDecoder().decode(frame.bytes.subarray(left.start, left.end))).toBe(
      '"left":9007199254740993',
    )
    expect([left.path, valueText(left), left.field?.comment]).toEqual([
      'left',
      '9007199254740993',
      '剩余数量',
    ])
    expect(treeRows(frame, new Set()).map(({ node }) => node && [nodeName(node), node.path])).toEqual([
      null,
      ['名', '名'],
      ['left', 'left'],
      ['l', 'l'],
      ['[0]', 'l.0'],
      ['a', 'l.0.a'],
    ])
  })

  it('says where its JSON breaks off', () => {
    const frame = inLayout(textBytes('{"left":'), jsonLayout)
    expect(frame).toMatchObject({ json: null, nodes: [], error: { code: 'not_json', offset: 23 } })
  })

  it('is read as msgpack, each value at its bytes', () => {
    // {"left": 2^53+1, "l": [{"a": true}], 7: <0102>}
    const map = '83 a4 6c656674 cf 0020000000000001 a1 6c 91 81 a1 61 c3 07 c4 02 0102'
    const frame = inLayout(
      map.match(/[0-9a-f]{2}/g)!.map((pair) => Number.parseInt(pair, 16)),
      msgpackLayout,
    )
    expect(frame.json).toEqual({
      $map: [
        ['left', '9007199254740993'],
        ['l', [{ a: true }]],
        [7, { $bytes: 'AQI=' }],
      ],
    })
    expect(
      frame.nodes.map(({ path, start, valueStart, end, field }) => [
        path,
        start,
        valueStart,
        end,
        field?.comment,
      ]),
    ).toEqual([
      ['left', 16, 21, 30, '剩余数量'],
      ['l', 30, 32, 37, undefined],
      ['7', 37, 38, 42, undefined],
    ])
    expect(valueText(frame.nodes[2]!)).toBe('<4> AQI=')
    expect(treeRows(frame, new Set()).map(({ node }) => node && [nodeName(node), node.path])).toEqual([
      null,
      ['left', 'left'],
      ['l', 'l'],
      ['[0]', 'l.0'],
      ['a', 'l.0.a'],
      ['7', '7'],
    ])
  })

  it('says where its msgpack breaks off', () => {
    const frame = inLayout([0x82, 0xa1, 0x61, 0x01, 0xa2, 0x62], msgpackLayout)
    expect(frame).toMatchObject({ json: null, nodes: [], error: { code: 'not_msgpack', offset: 20 } })
    expect(inLayout([0x80, 0x00], msgpackLayout).error).toMatchObject({ offset: 16 })
  })

  it('is bytes alone where nobody can read its kind', () => {
    const frame = inLayout([0x08, 0x10], { ...(layout as object), body: 'raw' })
    expect(frame).toMatchObject({ json: null, nodes: [], error: null })
    expect(inLayout([], msgpackLayout).error).toBeNull()
  })

  it('says why it was refused in JSON, whatever the other bodies are', () => {
    const refusal = textBytes('{"code":12,"msg":"材料不足"}')
    expect(inLayout(refusal, layout as object, { status: 12 }).json).toEqual({ code: 12, msg: '材料不足' })
    expect(inLayout(refusal, layout as object, { status: 0 }).json).not.toMatchObject({ code: 12 })
  })
})
