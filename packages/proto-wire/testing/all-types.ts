import { wireTypeOf, CODE } from '../src/schema/types.ts'
import type { Code } from '../src/schema/types.ts'
import { delimited, fixed, tag, varint } from './wire-bytes.ts'

/** Scalars of the format and an enum. */
export const TYPES = Object.keys(CODE).filter((name) => name !== 'message' && name !== 'map')
const NO_KEYS = ['double', 'float', 'bytes', 'enum']
export const KEY_TYPES = TYPES.filter((type) => !NO_KEYS.includes(type))
export const isPackable = (type: string): boolean => type !== 'string' && type !== 'bytes'
export const wireTypeFor = (type: string): number => wireTypeOf(CODE[type as keyof typeof CODE] as Code)

/** Where the fields of each way to use a type begin; that of a type stands at its place in `TYPES`. */
const FROM = { one: 101, maybe: 121, many: 141, packed: 161, of: 181, value: 201, key: 221 } as const
export type Use = keyof typeof FROM
export const numberOf = (use: Use, type: string): number => FROM[use] + TYPES.indexOf(type)

/** Fields that are no scalars, by number. */
export const CHILD = 241
export const CHILDREN = 242
export const OF_MESSAGE = 243
export const MAP_OF_MESSAGES = 244
export const GROUP = 251
export const GROUPS = 252
export const LOW = 1
export const LAST = 536_870_911
/** What no definition has. */
export const UNKNOWN = 9_000

const protoType = (type: string): string => (type === 'enum' ? 'Mood' : type)

function fieldsOf(syntax: 'proto2' | 'proto3'): string[] {
  const single = syntax === 'proto2' ? 'optional ' : ''
  const scalars = TYPES.flatMap((type) => {
    const name = protoType(type)
    const lines = [
      `${single}${name} one_${type} = ${numberOf('one', type)};`,
      `optional ${name} maybe_${type} = ${numberOf('maybe', type)};`,
      `map<int32, ${name}> value_${type} = ${numberOf('value', type)};`,
    ]
    const plain = isPackable(type) ? ' [packed = false]' : ''
    lines.push(`repeated ${name} many_${type} = ${numberOf('many', type)}${plain};`)
    if (isPackable(type))
      lines.push(`repeated ${name} packed_${type} = ${numberOf('packed', type)} [packed = true];`)
    if (KEY_TYPES.includes(type)) lines.push(`map<${type}, int32> key_${type} = ${numberOf('key', type)};`)
    return lines
  })
  const members = TYPES.map((type) => `${protoType(type)} of_${type} = ${numberOf('of', type)};`)
  const groups = [
    `optional group Single = ${GROUP} { optional int32 a = 1; repeated int32 b = 2; optional All all = 3; }`,
    `repeated group Several = ${GROUPS} { optional string a = 1; }`,
  ]
  return [
    `${single}int32 low = ${LOW};`,
    ...scalars,
    `oneof choice { ${members.join(' ')} All of_message = ${OF_MESSAGE}; }`,
    `${single}All child = ${CHILD};`,
    `repeated All children = ${CHILDREN};`,
    `map<int32, All> value_message = ${MAP_OF_MESSAGES};`,
    ...(syntax === 'proto2' ? groups : []),
    `${single}int32 last = ${LAST};`,
  ]
}

/** A message `All` of a package `c` with every type in every use. */
export const allTypes = (syntax: 'proto2' | 'proto3'): string =>
  [
    `syntax = "${syntax}";`,
    'package c;',
    'enum Mood { CALM = 0; GLAD = 1; LONG = 300; FAR = 2147483647; LOWEST = -2147483648; LOW = -1; }',
    `message All {\n  ${fieldsOf(syntax).join('\n  ')}\n}`,
  ].join('\n')

const TWO_31 = 2n ** 31n
const TWO_63 = 2n ** 63n
const INTS = [
  [0n, 1n, 2n, 127n, 128n, 12_345n, TWO_31 - 1n, TWO_31, 2n ** 32n - 1n, 2n ** 32n, 2n ** 32n + 1n],
  [2n ** 33n - 1n, 2n ** 33n, 2n ** 53n + 1n, TWO_63 - 1n, TWO_63, TWO_63 + 1n],
  [2n ** 64n - 1n, 2n ** 64n - 2n, 2n ** 64n - TWO_31, 2n ** 64n - TWO_31 - 1n],
].flat()
/** Bits that an enum's 32 bits name. */
const MOODS = [0n, 1n, 300n, TWO_31 - 1n, TWO_31, 2n ** 32n, 2n ** 32n + 1n, TWO_63 + 1n, 2n ** 64n - 1n]
const LONGER = [2, 3, 5, 6, 7, 9, 10]

const varints = (values: readonly bigint[], small: bigint): number[][] => [
  ...values.map((value) => varint(value)),
  ...LONGER.map((length) => varint(small, length)),
  // The tenth byte has one bit of the 64; what stands above is cut off.
  ...[0x02, 0x7e].map((last) => [...varint(small, 9).with(8, 0x80), last]),
  ...[0x01, 0x7f].map((last) => [...varint(-1n).slice(0, 9), last]),
]

const FLOATS = [
  0, 0x8000_0000, 1, 0x8000_0001, 0x007f_ffff, 0x0080_0000, 0x3f80_0000, 0x3dcc_cccd, 0x7f7f_ffff,
  0xff7f_ffff, 0x7f80_0000, 0xff80_0000, 0x7fc0_0000, 0xffc0_0000, 0x7f80_0001, 0x7fff_ffff,
]
const DOUBLES = [
  [0n, TWO_63, 1n, TWO_63 + 1n, 0x000f_ffff_ffff_ffffn, 0x0010_0000_0000_0000n, 0x3ff0_0000_0000_0000n],
  [0x3fb9_9999_9999_999an, 0x7fef_ffff_ffff_ffffn, 0xffef_ffff_ffff_ffffn, 0x7ff0_0000_0000_0000n],
  [0xfff0_0000_0000_0000n, 0x7ff8_0000_0000_0000n, 0xfff8_0000_0000_0001n, 0x7ff0_0000_0000_0001n],
].flat()
const TEXTS = [
  '',
  'a',
  'x'.repeat(127),
  'x'.repeat(128),
  '\0\u0001\t\n\r"\'\\?',
  '岚夜',
  '😀',
  '\u07ff\u0800\uffff',
  '\ufeffa',
]
const RAW = [[], [0], [0xff, 0xfe, 0x80], [0xc3, 0xa9], Array.from({ length: 256 }, (_none, byte) => byte)]

/** Values of a type on the wire, without their tag: its limits, and all ways to write them. */
export function valuesOf(type: string): number[][] {
  if (type === 'enum') return varints(MOODS, 1n)
  if (type === 'string') return TEXTS.map((text) => delimited(0, Buffer.from(text)).slice(1))
  if (type === 'bytes') return RAW.map((bytes) => delimited(0, bytes).slice(1))
  if (type === 'float') return FLOATS.map((bits) => fixed(bits, 4))
  if (type === 'double') return DOUBLES.map((bits) => fixed(bits, 8))
  if (wireTypeFor(type) === 5) return [...INTS, ...FLOATS].map((bits) => fixed(bits, 4))
  if (wireTypeFor(type) === 1) return [...INTS, ...DOUBLES].map((bits) => fixed(bits, 8))
  return varints(INTS, 1n)
}

/** A field of a type with a value. */
export const fieldOf = (use: Use, type: string, value: readonly number[]): number[] => [
  ...tag(numberOf(use, type), wireTypeFor(type)),
  ...value,
]

/** One value of a type that takes more than one byte. */
export function longValueOf(type: string): number[] {
  if (!isPackable(type)) return delimited(0, Buffer.from('a'.repeat(130))).slice(1)
  const wireType = wireTypeFor(type)
  return wireType === 0 ? varint(300) : fixed(0x4049_0fdb, wireType === 1 ? 8 : 4)
}
