import fc from 'fast-check'
import type { Frame, FrameDescriptor, FrameDirection, HeaderField } from '../src/index.ts'

const MAX = { u8: 2 ** 8, u16: 2 ** 16, u24: 2 ** 24, u32: 2 ** 32, u64: 2 ** 53, varint: 2 ** 53 } as const
type NumberType = keyof typeof MAX

const numberType = fc.constantFrom<NumberType>('u8', 'u16', 'u24', 'u32', 'u64', 'varint')
const fixedType = fc.constantFrom<NumberType>('u8', 'u16', 'u24', 'u32', 'u64')
const endian = fc.constantFrom<'big' | 'little'>('big', 'little')
const field = (name: HeaderField['name'], type: fc.Arbitrary<NumberType> = numberType) =>
  fc.record({ name: fc.constant(name), type, endian })

const constants = fc.record({
  name: fc.constantFrom<'marker' | 'const'>('marker', 'const'),
  type: fixedType,
  endian,
  value: fc.nat(255),
})
const custom = fc
  .record({ type: numberType, endian, at: fc.constantFrom(undefined, 'end' as const) })
  .map(({ type, ...rest }) => ({ name: 'custom' as const, type, ...rest, label: 'own' }))
  .filter(({ type, at }) => type !== 'varint' || at === undefined)
const crc = fc.record({
  name: fc.constant('crc' as const),
  type: fixedType,
  endian,
  at: fc.constantFrom(undefined, 'end' as const),
  check: fc.record({
    kind: fc.constantFrom<NonNullable<HeaderField['check']>['kind']>(
      'crc32',
      'crc16-modbus',
      'crc16-ccitt',
      'adler32',
      'sum',
      'xor',
    ),
    over: fc.constantFrom<'body' | 'all'>('body', 'all'),
  }),
})

/** Any layout of fields one after another, with a length wide enough for its frames. */
export const arbitraryLayout: fc.Arbitrary<FrameDescriptor> = fc
  .record({
    length: field('length', fc.constantFrom('u16', 'u24', 'u32', 'u64', 'varint')),
    cmd: field('cmd'),
    others: fc.subarray(['seq', 'status', 'flags'] as const),
    otherTypes: fc.tuple(numberType, numberType, numberType),
    constants: fc.array(constants, { maxLength: 2 }),
    custom: fc.option(custom, { nil: null }),
    crc: fc.option(crc, { nil: null }),
    order: fc.array(fc.nat(1000), { minLength: 9, maxLength: 9 }),
    lengthCovers: fc.constantFrom<'all' | 'afterLength' | 'body'>('all', 'afterLength', 'body'),
  })
  .map(
    ({ length, cmd, others, otherTypes, constants: fixed, custom: own, crc: check, order, lengthCovers }) => {
      const header: HeaderField[] = [length, cmd, ...fixed]
      for (const [index, name] of others.entries()) header.push({ name, type: otherTypes[index]! })
      if (own) header.push(own)
      if (check) header.push(check)
      const places = new Map(header.map((each, index) => [each, order[index % order.length]!]))
      const mixed = header.toSorted((one, other) => places.get(one)! - places.get(other)!)
      return { name: 'any', header: mixed, lengthCovers, maxFrameBytes: 4096 }
    },
  )

/** A frame that fits the layout, as it comes back: without what the layout does not carry. */
export function arbitraryFrame(layout: FrameDescriptor, direction: FrameDirection): fc.Arbitrary<Frame> {
  const values = (name: HeaderField['name']) => {
    const found = layout.header.find(
      (each) => each.name === name && (each.direction ?? direction) === direction,
    )
    return found ? fc.maxSafeNat().map((value) => value % MAX[found.type as NumberType]) : null
  }
  const number = (name: HeaderField['name']) => values(name) ?? fc.constant(0)
  const fields: Record<string, fc.Arbitrary<number>> = {}
  for (const name of ['flags', 'custom'] as const) {
    const found = values(name)
    if (found) fields[name === 'flags' ? 'flags' : 'own'] = found.map((value) => value % 2 ** 31)
  }
  return fc
    .record({
      cmd: number('cmd'),
      seq: number('seq'),
      status: number('status'),
      body: fc.uint8Array({ maxLength: 300 }),
      fields: fc.record(fields),
    })
    .map(({ fields: own, ...frame }) => (Object.keys(own).length > 0 ? { ...frame, fields: own } : frame))
}

/** Pieces the stream is cut into, the last one repeated. */
export const arbitraryCuts = fc.array(fc.integer({ min: 1, max: 50 }), { minLength: 1, maxLength: 8 })

export function* piecesOf(stream: Uint8Array, cuts: number[]): Generator<Uint8Array> {
  for (let at = 0, turn = 0; at < stream.length; turn += 1) {
    const end = at + cuts[turn % cuts.length]!
    yield stream.subarray(at, end)
    at = end
  }
}
