import { describe, expect, it } from 'vitest'
import { bytesOfHex, readingsOf, walk } from '../index.ts'

describe('without a definition', () => {
  const first = (hex: string) => walk(bytesOfHex(hex)!).nodes[0]!
  it.each<[string, string, object]>([
    ['text', '0a 05 68656c6c6f', { takenAs: 'string', value: 'hello' }],
    ['Chinese text', '0a 06 e4bda0e5a5bd', { takenAs: 'string', value: '你好' }],
    ['text that would be a message too', '0a 02 6869', { takenAs: 'string', value: 'hi' }],
    ['nothing', '0a 00', { takenAs: 'string', value: '' }],
    ['a message', '0a 04 0805 1001', { takenAs: 'message' }],
    ['a message that begins as a line of text', '0a 05 0a03 616263', { takenAs: 'message' }],
    [
      'a message that is all letters and a line break',
      `0a 22 0a20 ${'61'.repeat(32)}`,
      { takenAs: 'message' },
    ],
    ['zeros', '0a 08 0000000000000000', { takenAs: 'packed', elementAs: 'uint64' }],
    ['a replacement character', '0a 03 efbfbd', { takenAs: 'bytes' }],
    ['two large varints', '0a 0a ffffffff0f ffffffff0f', { takenAs: 'bytes' }],
    ['packed varints', '0a 04 96018f4e', { takenAs: 'packed', elementAs: 'uint64', value: ['150', '9999'] }],
    ['packed floats', '0a 08 0000c03f 00002041', { takenAs: 'packed', elementAs: 'float', value: [1.5, 10] }],
    ['bytes', '0a 04 ff00fe81', { takenAs: 'bytes', value: '/wD+gQ==' }],
    ['a varint', '08 9601', { takenAs: 'uint64', value: '150' }],
    ['a float', '0d 0000c03f', { takenAs: 'float', value: 1.5 }],
    ['a small fixed32', '0d 05000000', { takenAs: 'fixed32', value: 5 }],
    ['a double', '09 000000000000f83f', { takenAs: 'double', value: 1.5 }],
    ['a fixed64', '09 0500000000000000', { takenAs: 'fixed64', value: '5' }],
    ['a group', '0b 0805 0c', { takenAs: 'group' }],
  ])('takes %s as what it looks like', (_what, hex, node) => {
    expect(first(hex)).toMatchObject(node)
  })

  it('offers the other readings, with the one it took in front', () => {
    const readings = (hex: string) =>
      readingsOf(bytesOfHex(hex)!, first(hex)).map(({ as, elementAs, value, nodes }) => [
        elementAs ?? as,
        nodes ? nodes.map(({ path }) => path) : value,
      ])
    expect(readings('0a 02 6869')).toEqual([
      ['string', 'hi'],
      ['message', ['#13']],
      ['uint64', ['104', '105']],
      ['bytes', 'aGk='],
    ])
    expect(readings('0a 0b ffffffffffffffffffff01').map(([as]) => as)).toEqual(['bytes', 'string'])
    expect(readings('08 ffffffffffffffffff01').slice(0, 4)).toEqual([
      ['uint64', '18446744073709551615'],
      ['int64', '-1'],
      ['sint64', '-9223372036854775808'],
      ['int32', -1],
    ])
    expect(readings('0d 0000c03f')).toEqual([
      ['float', 1.5],
      ['fixed32', 1_069_547_520],
      ['sfixed32', 1_069_547_520],
    ])
  })

  it('takes no pile of groups for a message', () => {
    const groups = (depth: number) => `${'0b'.repeat(depth)}${'0c'.repeat(depth)}`
    expect(first(`0a 78 ${groups(60)}`)).toMatchObject({ takenAs: 'message' })
    expect(first(`0a 8c01 ${groups(70)}`)).toMatchObject({ takenAs: 'packed' })
  })

  it('counts a number that comes more than once', () => {
    expect(walk(bytesOfHex('0801 0802 1003')!).nodes.map(({ path }) => path)).toEqual(['#1.0', '#1.1', '#2'])
  })
})
