import protobuf from 'protobufjs'
import { describe, expect, it } from 'vitest'
import { defaultOf, fieldsOf, findEnum, findMessage, readSchema } from '../index.ts'
import type { FieldType, ProtoSchema } from '../index.ts'
import { schemaOf } from '../../testing/schema-of.ts'

const M = (fields: unknown, more: object = {}) => ({ M: { fields, ...more } })
const parse = (text: string): unknown => JSON.parse(text)
const many = (count: number, one: (at: number) => [string, unknown]) =>
  Object.fromEntries(Array.from({ length: count }, (_none, at) => one(at)))

/** Messages inside each other, each with a long name. */
function nestedNames(levels: number, length: number): object {
  const nested = levels > 1 ? nestedNames(levels - 1, length) : {}
  return { ['x'.repeat(length)]: { fields: {}, nested } }
}

function fields(schema: ProtoSchema, name: string): Record<string, FieldType> {
  return Object.fromEntries(fieldsOf(schema, name).map((field) => [field.name, field]))
}

describe('readSchema', () => {
  const proto2 = `syntax = "proto2"; package a.b;
/** What it is. */
message M {
  /** The number. */
  required int32 id = 1;
  optional string s = 2 [default = "x", deprecated = true];
  repeated int32 plain = 3; repeated int32 packed = 4 [packed = true];
  optional group G = 5 { optional int32 in_it = 1; }
  optional E e = 6; oneof choice { int32 one = 7; M two = 8; }
  map<int64, M> byId = 9; optional Inner inner = 10; optional .a.b.M.Inner same = 11; optional bytes raw = 12 [default = "hi"];
  message Inner { optional E e = 1; enum E { Z = 7; } }
  reserved 20, 30 to 40; reserved "gone";
  extensions 100 to 200;
}
/** Feelings. */
enum E {
  /** Nothing. */
  NONE = 0; SOME = 1 [deprecated = true]; }
extend M { optional int32 more = 100; }`

  it('keeps what a definition says', () => {
    const { schema } = schemaOf(proto2)
    const of = fields(schema, 'a.b.M')
    expect(new Set(schema.messages.keys())).toEqual(new Set(['a.b.M', 'a.b.M.G', 'a.b.M.Inner']))
    expect(findMessage(schema, '.a.b.M')).toMatchObject({
      name: 'M',
      scope: 'a.b',
      comment: 'What it is.',
      reservedNumbers: [
        [20, 20],
        [30, 40],
      ],
      reservedNames: ['gone'],
      oneofs: new Map([['choice', ['one', 'two']]]),
      required: ['id'],
    })
    expect(of.id).toMatchObject({ label: 'required', comment: 'The number.', hasPresence: true, wireType: 0 })
    expect(of.s).toMatchObject({ default: 'x', isDeprecated: true, isUtf8Checked: false })
    expect([of.plain!.isPacked, of.packed!.isPacked]).toEqual([false, true])
    expect(of.g).toMatchObject({ isGroup: true, wireType: 3, type: 'a.b.M.G', takenAs: 'group' })
    expect(of.byId).toMatchObject({ kind: 'map', keyType: 'int64', type: 'a.b.M', takenAs: 'map' })
    expect([of.one!.oneof, of.two!.oneof, of.id!.oneof]).toEqual(['choice', 'choice', null])
    expect(of.e!.enum).toBe(findEnum(schema, 'a.b.E'))
    expect(of.inner!.message).toBe(of.same!.message)
    expect(fields(schema, 'Inner').e!.type).toBe('a.b.M.Inner.E')
    expect(of['.a.b.more']).toMatchObject({ number: 100, hasPresence: true })
    expect(findEnum(schema, 'a.b.E')).toMatchObject({
      comment: 'Feelings.',
      isClosed: true,
      values: [
        { name: 'NONE', number: 0, comment: 'Nothing.', isDeprecated: false },
        { name: 'SOME', isDeprecated: true },
      ],
    })
    expect(Object.values(of).map((field) => [field.name, defaultOf(field)])).toContainEqual(['s', 'x'])
  })

  it('decides packing, presence and groups by the edition', () => {
    const three = fields(
      schemaOf(
        'syntax = "proto3"; message M { repeated int32 a = 1; repeated int32 b = 2 [packed = false]; int32 c = 3; optional int32 d = 4; }',
      ).schema,
      'M',
    )
    expect([three.a!.isPacked, three.b!.isPacked]).toEqual([true, false])
    expect([three.c!.hasPresence, three.d!.hasPresence, three.d!.isProto3Optional, three.d!.oneof]).toEqual([
      false,
      true,
      true,
      null,
    ])
    const edition = fields(
      schemaOf(`edition = "2023"; message M {
        repeated int32 a = 1; repeated int32 b = 2 [features.repeated_field_encoding = EXPANDED];
        int32 c = 3; int32 d = 4 [features.field_presence = IMPLICIT]; N n = 5 [features.message_encoding = DELIMITED];
        int32 e = 6 [features.field_presence = LEGACY_REQUIRED];
      } message N {}`).schema,
      'M',
    )
    expect([edition.a!.isPacked, edition.b!.isPacked]).toEqual([true, false])
    expect([edition.c!.hasPresence, edition.d!.hasPresence, edition.n!.isGroup]).toEqual([true, false, true])
    expect(edition.e!.label).toBe('required')
  })

  it('takes the definition that an adapter has checked: without options, with names that were left out', () => {
    const nested = {
      p: {
        nested: {
          M: {
            fields: { a: { type: 'int32', id: 1 }, b: { type: 'E', id: 2, rule: 'repeated' } },
            oneofs: { _a: { oneof: ['a'] }, o: { oneof: ['gone'] } },
            leftOut: ['gone'],
            nested: {},
          },
          E: { values: { A: 1 } },
        },
      },
    }
    const read = readSchema({ nested })
    if (!read.ok) throw new Error(read.reason)
    const message = findMessage(read.schema, 'p.M')!
    expect(message).toMatchObject({ leftOut: ['gone'], oneofs: new Map() })
    expect(message.fields).toMatchObject([{ isProto3Optional: true }, { isPacked: true }])
    expect(defaultOf(message.fields[1]!)).toEqual([])
  })

  it('finds types as protobuf.js does', () => {
    const nested = {
      a: {
        nested: {
          M: { fields: { x: { type: 'T', id: 1 }, y: { type: 'b.T', id: 2 }, z: { type: 'Deep', id: 3 } } },
          T: { fields: {} },
          b: { nested: { T: { fields: {} }, c: { nested: { Deep: { fields: {} } } } } },
        },
      },
    }
    const theirs = protobuf.Root.fromJSON({ nested } as protobuf.INamespace)
      .resolveAll()
      .lookupType('a.M')
    const read = readSchema({ nested })
    if (!read.ok) throw new Error(read.reason)
    for (const field of fieldsOf(read.schema, 'a.M')) {
      expect(`.${field.type}`).toBe(theirs.fields[field.name]!.resolvedType!.fullName)
    }
  })

  it.each<[string, unknown, string, string]>([
    ['nothing', undefined, '', 'no_message'],
    ['text', 'x', '', 'not_object'],
    ['a list', [], '', 'not_object'],
    ['no message', { p: { nested: {} } }, '', 'no_message'],
    ['a message that is text', { M: 'x' }, 'M', 'not_object'],
    ['fields that are a list', M([]), 'M', 'not_object'],
    ['a field that is null', M({ a: null }), 'M.a', 'not_object'],
    ['a type that is a number', M({ a: { type: 5, id: 1 } }), 'M.a', 'bad_type'],
    ['a type that does not exist', M({ a: { type: 'Gone', id: 1 } }), 'M.a', 'unknown_type'],
    ['number 0', M({ a: { type: 'int32', id: 0 } }), 'M.a', 'bad_number'],
    ['a number beyond the format', M({ a: { type: 'int32', id: 536_870_912 } }), 'M.a', 'bad_number'],
    [
      'a number twice',
      M({ a: { type: 'int32', id: 1 }, b: { type: 'int32', id: 1 } }),
      'M.b',
      'number_twice',
    ],
    ['an unknown rule', M({ a: { type: 'int32', id: 1, rule: 'often' } }), 'M.a', 'bad_rule'],
    ['a map by doubles', M({ a: { type: 'int32', id: 1, keyType: 'double' } }), 'M.a', 'bad_key_type'],
    ['a oneof of nothing', M({}, { oneofs: { o: { oneof: ['x'] } } }), 'M.o', 'bad_oneof'],
    ['an enum of text', { E: { values: { A: 'x' } }, ...M({}) }, 'E.A', 'bad_enum_value'],
    ['an empty enum', { E: { values: {} }, ...M({}) }, 'E', 'empty_enum'],
    ['an empty name', { '': { fields: {} } }, '', 'bad_name'],
    ['a name of 2000 letters', { ['x'.repeat(2000)]: { fields: {} } }, '', 'bad_name'],
    ['5001 types', many(5001, (at) => [`M${at}`, { fields: {} }]), 'M5000', 'too_many_types'],
    [
      '30500 fields',
      many(61, (at) => [`M${at}`, { fields: many(500, (to) => [`f${to}`, { type: 'int32', id: to + 1 }]) }]),
      'M60.f0',
      'too_many_fields',
    ],
    [
      '20001 values',
      { E: { values: many(20_001, (at) => [`V${at}`, at]) }, ...M({}) },
      'E',
      'too_many_values',
    ],
    ['a full name of 5000 letters', nestedNames(5, 1000), expect.any(String) as string, 'bad_name'],
    [
      'a map in a oneof',
      M({ a: { type: 'int32', id: 1, keyType: 'int32' } }, { oneofs: { _a: { oneof: ['a'] } } }),
      'M._a',
      'bad_oneof',
    ],
    [
      'deep nesting',
      parse(`${'{"a":{"nested":'.repeat(40)}{}${'}}'.repeat(40)}`),
      expect.any(String) as string,
      'too_deep',
    ],
  ])('refuses %s and names the place', (_what, nested, path, reason) => {
    expect(readSchema({ nested })).toMatchObject({ ok: false, path, reason })
  })

  it('takes the first of two names of one value, and an extension as a field that knows absence', () => {
    const { schema } = schemaOf(
      'syntax = "proto3"; message M {} enum E { option allow_alias = true; A = 0; B = 0; }',
    )
    expect(findEnum(schema, 'E')!.names.get(0)).toBe('A')
    const read = readSchema({ nested: { M: { fields: {} }, more: { type: 'int32', id: 100, extend: 'M' } } })
    expect(read.ok && fieldsOf(read.schema, 'M')).toMatchObject([{ name: '.more', hasPresence: true }])
  })

  it('finds a message by its last name only when one has it', () => {
    const { schema } = schemaOf(
      'syntax = "proto3"; package p; message A { message X {} message Y {} } message B { message X {} }',
    )
    expect([findMessage(schema, 'Y')?.fullName, findMessage(schema, 'X')]).toEqual(['p.A.Y', null])
  })

  it('takes names that reach prototypes, and messages that hold each other, as what they are', () => {
    const fields = parse('{"__proto__":{"type":"__proto__","id":1},"constructor":{"type":"toString","id":2}}')
    const nested = { ...(parse('{"__proto__":{"fields":{}}}') as object) }
    Object.defineProperty(nested, '__proto__', { value: { fields }, enumerable: true })
    Object.assign(nested, { toString: { values: { valueOf: 1 } } })
    const read = readSchema({ nested })
    if (!read.ok) throw new Error(`${read.path} ${read.reason}`)
    expect(fieldsOf(read.schema, '__proto__').map(({ name, type }) => [name, type])).toEqual([
      ['__proto__', '__proto__'],
      ['constructor', 'toString'],
    ])
    expect(({} as Record<string, unknown>).fields).toBeUndefined()
  })
})
