import { describe, expect, it } from 'vitest'
import { decodeMessage, encodeMessage, exampleOf, hexOf } from '../index.ts'
import { schemaOf } from '../../testing/schema-of.ts'

const { schema } = schemaOf(`syntax = "proto3"; package n;
enum Mood { CALM = 0; GLAD = 1; }
message New {
  int64 big = 1; uint64 huge = 2; int32 small = 3; uint32 least = 4; string name = 5; bytes raw = 6; bool yes = 7;
  double d = 8; float f = 9; Mood mood = 10; repeated int32 list = 11; map<int32, New> byId = 12;
  oneof choice { int32 number = 13; string word = 14; }
  New inner = 15; repeated New many = 16; map<bool, string> byTruth = 17; optional int32 maybe = 18;
}`)
const old = schemaOf(`syntax = "proto2"; package g;
message Old {
  required int32 id = 1; optional int32 level = 2 [default = 5]; optional group Inner = 3 { optional int32 a = 1; }
  repeated int32 plain = 4; optional string title = 5 [default = "none"];
}
message Ring { required Ring next = 1; optional Old old = 2; }`).schema

describe('encodeMessage', () => {
  it.each<[string, unknown, string, string, string]>([
    ['text as a message', 'x', '', 'not_object', 'n.New'],
    ['a list as a message', [], '', 'not_object', 'n.New'],
    ['a key that is no field', { nope: 1 }, 'nope', 'unknown_field', 'n.New'],
    ['an inherited key', { toString: 1 }, 'toString', 'unknown_field', 'n.New'],
    ['__proto__', JSON.parse('{"__proto__":{"yes":true}}'), '__proto__', 'unknown_field', 'n.New'],
    ['a fraction', { small: 1.5 }, 'small', 'wrong_type', 'int32'],
    ['numeric text with a point', { big: '1.0' }, 'big', 'wrong_type', 'int64'],
    ['an int32 too large', { small: 2 ** 31 }, 'small', 'out_of_range', 'int32'],
    ['a negative uint32', { least: -1 }, 'least', 'out_of_range', 'uint32'],
    ['an int64 too large', { big: '9223372036854775808' }, 'big', 'out_of_range', 'int64'],
    ['a uint64 too large', { huge: '18446744073709551616' }, 'huge', 'out_of_range', 'uint64'],
    ['a number that has lost digits', { big: 2 ** 53 }, 'big', 'out_of_range', 'int64'],
    ['truth as a number', { yes: 1 }, 'yes', 'wrong_type', 'bool'],
    ['a number as text', { name: 5 }, 'name', 'wrong_type', 'string'],
    ['half a pair', { name: 'a\ud800' }, 'name', 'bad_text', 'string'],
    ['a letter that is no base64', { raw: 'a*==' }, 'raw', 'bad_base64', 'bytes'],
    ['base64 of a wrong length', { raw: 'a' }, 'raw', 'bad_base64', 'bytes'],
    ['bytes as a list', { raw: [1] }, 'raw', 'wrong_type', 'bytes'],
    ['a float beyond its range', { f: 1e39 }, 'f', 'out_of_range', 'float'],
    ['digits beyond the largest double', { d: JSON.parse('1e400') as number }, 'd', 'out_of_range', 'double'],
    ['digits beyond the least float', { f: JSON.parse('-1e400') as number }, 'f', 'out_of_range', 'float'],
    ['text as a double', { d: '1.5' }, 'd', 'wrong_type', 'double'],
    ['a name that is no value', { mood: 'ANGRY' }, 'mood', 'unknown_enum_value', 'n.Mood'],
    ['a list that is none', { list: 1 }, 'list', 'not_list', 'int32'],
    ['an element of a wrong type', { list: [1, 'x'] }, 'list.1', 'wrong_type', 'int32'],
    ['null in a list', { many: [null] }, 'many.0', 'not_object', 'n.New'],
    ['a map that is a list', { byId: [] }, 'byId', 'not_map', 'n.New'],
    ['a key that is no int32', { byId: { x: {} } }, 'byId.x', 'bad_map_key', 'int32'],
    ['a key that is not true or false', { byTruth: { yes: 'x' } }, 'byTruth.yes', 'bad_map_key', 'bool'],
    [
      'a fault deep inside',
      { byId: { '7': { many: [{}, { yes: 3 }] } } },
      'byId.7.many.1.yes',
      'wrong_type',
      'bool',
    ],
    ['two members of a oneof', { number: 0, word: 'x' }, 'word', 'oneof_twice', 'number'],
  ])('refuses %s and names the place', (_what, json, ...told) => {
    const [path, reason, expected] = told
    expect(encodeMessage(schema, 'n.New', json)).toEqual({ ok: false, path, reason, expected })
  })

  it('refuses messages nested too deep, cyclic ones too', () => {
    const ring: { inner?: object } = {}
    ring.inner = ring
    expect(encodeMessage(schema, 'n.New', ring)).toMatchObject({ ok: false, reason: 'too_deep' })
    expect(encodeMessage(schema, 'n.Gone', {})).toMatchObject({
      ok: false,
      reason: 'unknown_message',
      path: '',
    })
    expect(encodeMessage(old, 'g.Old', { level: 1 })).toMatchObject({
      path: 'id',
      reason: 'missing_required',
    })
  })

  it.each<[string, object, string]>([
    [
      'nothing for defaults without presence, and for null',
      { small: 0, name: '', yes: false, d: 0, raw: '', word: null },
      '',
    ],
    ['defaults where absence differs', { number: 0, maybe: 0 }, '68 00 9001 00'],
    ['minus zero', { d: -0 }, '41 0000000000000080'],
    [
      'the names JSON has for what is no number',
      { d: 'NaN', f: '-Infinity' },
      '41 000000000000f87f 4d 000080ff',
    ],
    [
      'exact text of 64 bits',
      { big: '-9223372036854775808', huge: '18446744073709551615' },
      '08 80808080808080808001 10 ffffffffffffffffff01',
    ],
    ['a BigInt', { big: 9_007_199_254_740_993n }, '08 8180808080808010'],
    ['numbers as text', { small: '-1' }, '18 ffffffffffffffffff01'],
    ['one member of a oneof beside null', { number: 1, word: null }, '68 01'],
    ['an enum by number', { mood: 7 }, '50 07'],
    ['base64 for addresses and without padding', { raw: '-_8' }, '32 02 fbff'],
    ['packed numbers', { list: [1, 300] }, '5a 03 01ac02'],
    ['an empty list and an empty map as nothing', { list: [], byId: {} }, ''],
    ['an empty message', { inner: {} }, '7a 00'],
    ['a map', { byTruth: { true: 'x' } }, '8a01 05 0801 120178'],
  ])('writes %s', (_what, json, hex) => {
    const encoded = encodeMessage(schema, 'n.New', json)
    expect(encoded.ok && hexOf(encoded.bytes)).toBe(hex.replaceAll(' ', ''))
  })

  it('writes groups between tags, and lengths of more than one byte', () => {
    const grouped = encodeMessage(old, 'g.Old', { id: 1, inner: { a: 5 }, plain: [1, 2] })
    expect(grouped.ok && hexOf(grouped.bytes)).toBe('08011b08051c20012002')
    const long = 'ä'.repeat(10_000)
    const encoded = encodeMessage(schema, 'n.New', { inner: { inner: { name: long } } })
    expect(encoded.ok && decodeMessage(schema, 'n.New', encoded.bytes)!.json).toEqual({
      inner: { inner: { name: long } },
    })
  })
})

describe('exampleOf', () => {
  it('fills each field once, one member of a oneof, and stops at a message inside itself', () => {
    expect(exampleOf(schema, 'n.New')).toEqual({
      big: '1',
      huge: '1',
      small: 1,
      least: 1,
      name: 'text',
      raw: 'AQID',
      yes: true,
      d: 1.5,
      f: 1.5,
      mood: 'GLAD',
      list: [1],
      number: 1,
      byTruth: { true: 'text' },
      maybe: 1,
    })
    expect(exampleOf(old, 'g.Old')).toEqual({ id: 1, level: 5, inner: { a: 1 }, plain: [1], title: 'none' })
    expect(exampleOf(old, 'g.Ring')).toEqual({
      old: { id: 1, level: 5, inner: { a: 1 }, plain: [1], title: 'none' },
    })
    expect(exampleOf(schema, 'n.Gone')).toBeNull()
  })

  it('shows defaults that may be written: bytes as base64, and the largest numbers within their types', () => {
    const { schema } = schemaOf(`syntax = "proto2"; message D {
      optional bytes raw = 1 [default = "abc\\001\\xff"]; optional bytes wide = 2 [default = "岚"];
      optional int64 least = 3 [default = -9223372036854775808]; optional sint64 most = 4 [default = 9223372036854775807];
      optional uint64 all = 5 [default = 18446744073709551615]; optional fixed64 even = 6 [default = 9007199254740991];
    }`)
    const shown = {
      raw: 'YWJjAf8=',
      wide: '5bKa',
      least: '-9223372036854775808',
      most: '9223372036854775807',
      all: '18446744073709551615',
      even: '9007199254740991',
    }
    expect(exampleOf(schema, 'D')).toEqual(shown)
    expect(decodeMessage(schema, 'D', new Uint8Array(), { defaults: true })!.json).toEqual(shown)
    expect(encodeMessage(schema, 'D', shown)).toMatchObject({ ok: true })
  })

  it('stays shallow where messages follow each other far down', () => {
    const chain = Array.from(
      { length: 12 },
      (_none, at) => `message C${at} { int32 v = 1; C${at + 1} n = 2; }`,
    )
    const { schema } = schemaOf(`syntax = "proto3"; ${chain.join('\n')} message C12 { int32 a = 1; }`)
    expect(JSON.stringify(exampleOf(schema, 'C0')).match(/"v"/g)).toHaveLength(6)
  })

  it('stays small where messages hold many messages', () => {
    const levels = Array.from({ length: 12 }, (_none, at) => {
      const fields = Array.from({ length: 20 }, (_one, to) => `M${at + 1} f${to} = ${to + 1};`)
      return `message M${at} { ${fields.join(' ')} }`
    })
    const wide = schemaOf(`syntax = "proto3"; ${levels.join('\n')} message M12 { int32 a = 1; }`).schema
    expect(JSON.stringify(exampleOf(wide, 'M0')).length).toBeLessThan(10_000)
    const last = schemaOf(
      `syntax = "proto3"; ${levels.join('\n')} message M12 {} message Top { M0 a = 1; int32 b = 2; }`,
    )
    expect(Object.keys(exampleOf(last.schema, 'Top')!)).toEqual(['a', 'b'])
    const flat = Array.from({ length: 200 }, (_none, at) => `int32 f${at} = ${at + 1};`)
    const rows = Array.from({ length: 50 }, (_none, at) => `Row r${at} = ${at + 1};`)
    const table = schemaOf(
      `syntax = "proto3"; message Row { ${flat.join(' ')} } message Table { ${rows.join(' ')} }`,
    )
    expect(JSON.stringify(exampleOf(table.schema, 'Table')).match(/"f\d+"/g)!.length).toBeLessThan(300)
  })
})
