import { readSchema } from '@qd/proto-wire'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { bytes, hexOf } from '../../testing/hex.ts'
import { writeMsgpack } from '../../testing/write-msgpack.ts'
import { jsonOfMsgpack, msgpackOfJson, walkMsgpack } from '../index.ts'
import { valueOfMsgpack } from './read-msgpack.ts'

const scalar = (type: string, id: number, more = {}) => ({ type, id, ...more })
const read = readSchema({
  nested: {
    t: {
      nested: {
        Mood: { values: { CALM: 0, BRIGHT: 1 } },
        All: {
          fields: {
            whole: scalar('int32', 1),
            wide: scalar('uint64', 2),
            part: scalar('double', 3),
            is: scalar('bool', 4),
            text: scalar('string', 5),
            blob: scalar('bytes', 6),
            mood: scalar('Mood', 7),
            inner: scalar('All', 8),
            texts: scalar('string', 9, { rule: 'repeated' }),
            counts: { keyType: 'int32', type: 'int64', id: 10 },
          },
        },
      },
    },
  },
})
if (!read.ok) throw new Error(read.reason)
const TYPE = read.schema.messages.get('t.All')!

const encode = (json: unknown, type: typeof TYPE | null = null): string => {
  const made = msgpackOfJson(json, type)
  if (!made.ok) throw new Error(`${made.path} ${made.reason} ${made.expected}`)
  return hexOf(made.bytes)
}
const shown = (hex: string, type: typeof TYPE | null = null): unknown => {
  const json = jsonOfMsgpack(walkMsgpack(bytes(hex)), type)
  return '$value' in json ? json['$value'] : json
}
const overText = (value: unknown): unknown => JSON.parse(JSON.stringify(value))

/** Names of the definition too, so that values meet fields of every type. */
const key = fc.oneof(
  fc.string(),
  fc.constantFrom(...TYPE.byName.keys(), '$bytes', '$map', '$value', '__proto__', '7'),
)
const text = fc.oneof(
  fc.string({ unit: 'binary' }),
  fc.constantFrom('9007199254740993', '-9223372036854775808', '18446744073709551616', 'BRIGHT', 'AQI=', '7'),
)
const { any } = fc.letrec<{ any: unknown }>((tie) => ({
  any: fc.oneof(
    { maxDepth: 4 },
    fc.constant(null),
    fc.boolean(),
    fc.maxSafeInteger(),
    fc.double(),
    text,
    fc.uint8Array(),
    fc.array(tie('any'), { maxLength: 20 }),
    fc.dictionary(key, tie('any'), { maxKeys: 20, noNullPrototype: true }),
  ),
}))

describe('MessagePack as JSON and back', () => {
  it.each([
    ['free', null],
    ['with a definition', TYPE],
  ])('%s: what is shown is written as the same value', (_name, type) => {
    fc.assert(
      fc.property(any, fc.boolean(), (value, isWide) => {
        const node = walkMsgpack(new Uint8Array(writeMsgpack(value, isWide)))
        const again = msgpackOfJson(overText(jsonOfMsgpack(node, type)), type)
        expect(again).toMatchObject({ ok: true })
        if (again.ok) expect(valueOfMsgpack(walkMsgpack(again.bytes))).toStrictEqual(value)
      }),
      { seed: 21, numRuns: 400, endOnFailure: true },
    )
  })

  it('any whole number of 64 bits comes back with every digit, in its shortest form', () => {
    fc.assert(
      fc.property(fc.bigInt({ min: -(2n ** 63n), max: 2n ** 64n - 1n }), (value) => {
        const hex = encode({ $int: String(value) })
        expect(walkMsgpack(bytes(hex)).value).toBe(
          Number.isSafeInteger(Number(value)) ? Number(value) : String(value),
        )
        expect(encode(shown(hex))).toBe(hex)
      }),
      { seed: 22, numRuns: 500, endOnFailure: true },
    )
  })

  // The forms of the specification at their borders.
  it.each([
    [0, '00'],
    [127, '7f'],
    [128, 'cc80'],
    [255, 'ccff'],
    [256, 'cd0100'],
    [65_535, 'cdffff'],
    [65_536, 'ce00010000'],
    [4_294_967_295, 'ceffffffff'],
    [4_294_967_296, 'cf0000000100000000'],
    ['18446744073709551615', 'cfffffffffffffffff'],
    [-1, 'ff'],
    [-32, 'e0'],
    [-33, 'd0df'],
    [-128, 'd080'],
    [-129, 'd1ff7f'],
    [-32_768, 'd18000'],
    [-32_769, 'd2ffff7fff'],
    [-2_147_483_648, 'd280000000'],
    [-2_147_483_649, 'd3ffffffff7fffffff'],
    ['-9223372036854775808', 'd38000000000000000'],
    [1.5, 'cb3ff8000000000000'],
    [null, 'c0'],
    [false, 'c2'],
    [true, 'c3'],
    ['', 'a0'],
    [{ $text: '18446744073709551615' }, `b4${Buffer.from('18446744073709551615').toString('hex')}`],
    [{ $bytes: 'AQI=' }, 'c4020102'],
    [{ $ext: [5, '/w=='] }, 'd405ff'],
    [{ $ext: [-2, 'AAAA'] }, 'c703fe000000'],
    [{ $time: '1970-01-01T00:00:01Z' }, 'd6ff00000001'],
    [{ $time: '1970-01-01T00:00:01.5Z' }, 'd7ff7735940000000001'],
    [{ $time: '1969-12-31T23:59:59Z' }, 'c70cff00000000ffffffffffffffff'],
    [{ $float: 'NaN' }, 'cb7ff8000000000000'],
    [{ $float: '-0' }, 'cb8000000000000000'],
    [{ $float: '9007199254740992' }, 'cb4340000000000000'],
    [[], '90'],
    [{}, '80'],
    [{ compact: true, schema: 0 }, '82a7636f6d70616374c3a6736368656d6100'],
    [{ $map: [[7, 'a']] }, '8107a161'],
    [{ $map: [['$int', 1]] }, '81a424696e7401'],
  ])('%j is %s, and is shown as that again', (json, hex) => {
    expect(encode(json)).toBe(hex)
    expect(shown(hex)).toEqual(json)
  })

  const texts = (size: number) => 'a'.repeat(size)
  const binary = (size: number) => ({ $bytes: Buffer.alloc(size).toString('base64') })
  const list = (size: number) => Array.from({ length: size }, () => 0)
  const map = (size: number) => Object.fromEntries(list(size).map((zero, at) => [`k${at}`, zero]))
  it.each([
    ['a text', texts, 31, 'bf'],
    ['a text', texts, 32, 'd920'],
    ['a text', texts, 256, 'da0100'],
    ['a text', texts, 65_536, 'db00010000'],
    ['bytes', binary, 256, 'c50100'],
    ['bytes', binary, 65_536, 'c600010000'],
    ['a list', list, 16, 'dc0010'],
    ['a list', list, 65_536, 'dd00010000'],
    ['a map', map, 16, 'de0010'],
    ['a map', map, 65_536, 'df00010000'],
  ])('%s: %#', (_name, make, size, head) => {
    const json: unknown = make(size)
    const hex = encode(json)
    expect(hex.slice(0, head.length)).toBe(head)
    expect(shown(hex)).toEqual(json)
  })

  it('of a time that its extension writes longer, or not at all, the bytes are shown', () => {
    expect(shown('c70cff00000000 0000000000000001')).toEqual({ $ext: [-1, 'AAAAAAAAAAAAAAAB'] })
    expect(shown('d5ff0000')).toEqual({ $ext: [-1, 'AAA='] })
  })

  it.each([
    ['digits that a double does not hold', '{"a":[1e400]}', 'a.0'],
    ['the same as a float', '{"a":{"$float":1e400}}', 'a.$float'],
    ['the same as a text', '{"a":{"$float":"-1e400"}}', 'a.$float'],
    ['the same where the definition wants a double', '{"part":1e400}', 'part'],
  ])('%s are refused, with their place', (_what, json, path) => {
    expect(msgpackOfJson(JSON.parse(json), TYPE)).toMatchObject({ ok: false, path, reason: 'out_of_range' })
    expect(encode({ $float: 'Infinity' })).toBe('cb7ff0000000000000')
  })

  it('a definition says what a value is, so that it needs no mark', () => {
    const json = {
      whole: 7,
      wide: '9007199254740993',
      part: 2,
      text: '9007199254740993',
      blob: 'AQI=',
      mood: 'BRIGHT',
      inner: { texts: ['1'] },
      counts: { 5: '6' },
      other: { $bytes: 'AQI=' },
    }
    const hex = encode(json, TYPE)
    expect(valueOfMsgpack(walkMsgpack(bytes(hex)))).toEqual({
      ...json,
      blob: Uint8Array.of(1, 2),
      mood: 1,
      counts: { 5: 6 },
      other: Uint8Array.of(1, 2),
    })
    expect(hex).toContain('cb4000000000000000')
    expect(shown(hex, TYPE)).toEqual({ ...json, counts: { 5: 6 } })
  })

  it.each([
    [{ whole: 'x' }, 'whole', 'wrong_type'],
    [{ whole: 2_147_483_648 }, 'whole', 'out_of_range'],
    [{ inner: { blob: '?' } }, 'inner.blob', 'bad_base64'],
    [{ texts: ['a', 1] }, 'texts.1', 'wrong_type'],
    [{ texts: 'a' }, 'texts', 'not_list'],
    [{ inner: 1 }, 'inner', 'not_object'],
    [{ counts: { x: 1 } }, 'counts.x', 'bad_map_key'],
    [{ mood: 'GREY' }, 'mood', 'unknown_enum_value'],
    [{ a: { $int: '18446744073709551616' } }, 'a.$int', 'out_of_range'],
    [{ a: { $time: '2026-02-30T00:00:00Z' } }, 'a.$time', 'wrong_type'],
    [{ a: { $ext: [128, ''] } }, 'a.$ext', 'wrong_type'],
    [{ a: { $map: [[1]] } }, 'a.$map.0', 'wrong_type'],
    [{ a: '\ud800' }, 'a', 'bad_text'],
    [{ a: 9_007_199_254_740_992 }, 'a', 'unsafe_number'],
    [{ a: [1, -1e300] }, 'a.1', 'unsafe_number'],
    [{ a: { $value: { $value: 1 } } }, 'a.$value', 'too_deep'],
  ])('%j is refused at %s: %s', (json, path, reason) => {
    expect(msgpackOfJson(json, TYPE)).toMatchObject({ ok: false, path, reason })
  })
})
