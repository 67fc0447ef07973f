import { describe, expect, it } from 'vitest'
import { decodeMessage, encodeMessage, hexOf, walk } from '../src/index.ts'
import {
  allTypes,
  CHILD,
  CHILDREN,
  fieldOf,
  GROUP,
  GROUPS,
  isPackable,
  KEY_TYPES,
  LAST,
  longValueOf,
  LOW,
  MAP_OF_MESSAGES,
  numberOf,
  OF_MESSAGE,
  TYPES,
  UNKNOWN,
  valuesOf,
  wireTypeFor,
} from '../testing/all-types.ts'
import type { Use } from '../testing/all-types.ts'
import { judge, judgedOf } from '../testing/referee.ts'
import type { Case } from '../testing/referee.ts'
import { toldDefaults } from '../testing/told-defaults.ts'
import { delimited, fixed, group, tag, varint } from '../testing/wire-bytes.ts'
import { inMessages, inPlaces, LOW_1, SINGLE, wholeFields } from '../testing/wire-fields.ts'

/*
 * What Google's conformance suite tries of the binary format, made anew: its runner is no package. protoc is the referee: it
 * has to take and refuse the same messages, read the same values, and read them again from what is written here.
 *
 * Declared limits, each with a test below: tags beyond 32 bits are refused, and lengths of six to ten bytes are taken. A number
 * outside a closed enum is shown in its field. Required fields that are missing are an error, which protoc only warns of, and
 * the message is not written; in maps protoc asks for them in each entry that has a value, here they are asked of the entry
 * that stands for its key. Texts of proto2 that are no UTF-8 are written with U+FFFD. Writing leaves out unknown fields (whoever
 * edits adds them again) and the bits of a NaN. A zero on the wire is shown without presence, too. More than 200,000 fields are
 * refused. protobuf.js, which reads definitions, knows no group in a oneof, and its JSON has no infinite default.
 * Not tried: JSON and text as input, extensions, MessageSet, and editions, which this protoc does not know.
 */

const SYNTAXES = ['proto2', 'proto3'] as const
const judges = {
  proto2: judgedOf(allTypes('proto2'), 'c.All'),
  proto3: judgedOf(allTypes('proto3'), 'c.All'),
}

async function expectAgreement(
  syntax: keyof typeof judges,
  cases: readonly Case[],
  least: { taken?: number; refused?: number },
): Promise<void> {
  const { differences, taken, refused } = await judge(judges[syntax], cases)
  expect(differences.map(({ text }) => text)).toEqual([])
  expect(taken).toBeGreaterThanOrEqual(least.taken ?? 0)
  expect(refused).toBeGreaterThanOrEqual(least.refused ?? 0)
}

describe.each(SYNTAXES)('%s', (syntax) => {
  const isOld = syntax === 'proto2'
  const fields = wholeFields(isOld)

  it('every field is refused when it is cut, wherever it stands', async () => {
    const cases = fields.flatMap(({ name, bytes }) => {
      const { length } = bytes
      const cuts = new Set([1, 2, 3, 4, 5, 6, 8, length >> 1, length - 2, length - 1])
      return [...cuts]
        .filter((cut) => cut > 0 && cut < length)
        .flatMap((cut) => {
          const part = bytes.slice(0, cut)
          const [top, inMessage, ...others] = inPlaces(isOld, `${name} cut at ${cut}`, part, 'refused')
          // What follows a cut field may make it whole by chance.
          return [top!, inMessage!, ...others.filter((_one, at) => at % 5 === cut % 5)]
        })
    })
    await expectAgreement(syntax, cases, { refused: 2_000 })
  })

  it('every packed list that ends within a number is refused, wherever it stands', async () => {
    const cases = TYPES.filter(isPackable).flatMap((type) => {
      const value = longValueOf(type)
      const list = [...value, ...value]
      return (['packed', 'many'] as const).flatMap((use) =>
        value.slice(1).flatMap((_byte, cut) => {
          const short = delimited(numberOf(use, type), list.slice(0, value.length + cut + 1))
          return inMessages(isOld, `${use} ${type} with ${cut + 1} bytes more`, short, 'refused')
        }),
      )
    })
    await expectAgreement(syntax, cases, { refused: 350 })
  })

  it('values at the limits of their types, however they are written, are the same in every use', async () => {
    const cases = TYPES.flatMap((type) =>
      valuesOf(type).flatMap((value) => {
        const name = `${type} ${Buffer.from(value).toString('hex').slice(0, 40)}`
        const uses = [...SINGLE, 'many' as const].map((use) => fieldOf(use, type, value))
        uses.push(
          delimited(numberOf('value', type), [...tag(1, 0), 7, ...tag(2, wireTypeFor(type)), ...value]),
        )
        if (KEY_TYPES.includes(type)) {
          uses.push(
            delimited(numberOf('key', type), [...tag(1, wireTypeFor(type)), ...value, ...tag(2, 0), 7]),
          )
        }
        if (isPackable(type)) uses.push(delimited(numberOf('packed', type), value))
        uses.push(delimited(CHILD, uses[0]!))
        return uses.map((bytes, at): Case => ({ name: `${name} ${at}`, bytes, expected: 'taken' }))
      }),
    )
    const lists = TYPES.flatMap((type) => {
      const values = valuesOf(type)
      const all = (use: Use): number[] => values.flatMap((value) => fieldOf(use, type, value))
      const rows: number[][] = [
        all('many'),
        ...SINGLE.map(all),
        [...all('one'), ...fieldOf('one', type, values[0]!)],
      ]
      // Another wire type between two values changes nothing.
      const odd =
        wireTypeFor(type) === 5
          ? [...tag(numberOf('one', type), 0), 9]
          : [...tag(numberOf('one', type), 5), 1, 2, 3, 4]
      rows.push([...fieldOf('one', type, values[1]!), ...odd], [...odd, ...fieldOf('one', type, values[1]!)])
      if (isPackable(type)) {
        const packed = (use: Use): number[] => delimited(numberOf(use, type), values.flat())
        rows.push(packed('packed'), packed('many'), all('packed'))
        rows.push(
          [...packed('many'), ...all('many'), ...packed('many')],
          [...all('packed'), ...packed('packed')],
        )
        rows.push(delimited(numberOf('packed', type), []), delimited(numberOf('one', type), values[1]!))
      }
      return rows.map((bytes, at): Case => ({ name: `all ${type} ${at}`, bytes, expected: 'taken' }))
    })
    await expectAgreement(syntax, [...cases, ...lists], { taken: 2_000 })
  })

  it('numbers longer than ten bytes, and tags longer than five, are refused', async () => {
    const numbers = TYPES.filter((type) => wireTypeFor(type) === 0).flatMap((type) =>
      [varint(1, 11), varint(0, 12), [...varint(-1).with(9, 0x81), 0]].flatMap((value) => [
        fieldOf('one', type, value),
        fieldOf('of', type, value),
        delimited(numberOf('packed', type), value),
        delimited(numberOf('many', type), value),
        delimited(numberOf('value', type), [...tag(2, 0), ...value]),
      ]),
    )
    const tags = [6, 7, 10, 11].flatMap((length) => [
      [...tag(LOW, 0, length), 1],
      [...tag(UNKNOWN, 0, length), 1],
      group(UNKNOWN, [...tag(LOW, 0, length), 1]),
    ])
    const lengths = [11, 12].map((length) => [...tag(numberOf('one', 'string'), 2), ...varint(0, length)])
    const far = [2n ** 31n - 1n, 2n ** 31n, 2n ** 32n - 1n, 2n ** 32n, 2n ** 63n, 2n ** 64n - 1n].flatMap(
      (length) =>
        [numberOf('one', 'bytes'), numberOf('packed', 'int32'), CHILD, MAP_OF_MESSAGES, UNKNOWN].map(
          (number) => [...tag(number, 2), ...varint(length), ...LOW_1],
        ),
    )
    const refused = [...numbers, ...tags, ...lengths, ...far].map((bytes, at): Case => ({
      name: `long ${at}`,
      bytes,
      expected: 'refused',
    }))
    const taken = [2, 3, 4, 5].flatMap((length) => [
      [...tag(LOW, 0, length), 1],
      [...tag(numberOf('one', 'string'), 2, length), ...varint(1, length), 97],
      [...tag(UNKNOWN, 3, length), ...tag(UNKNOWN, 4, length)],
    ])
    const longer = taken.map((bytes, at): Case => ({ name: `longer ${at}`, bytes, expected: 'taken' }))
    await expectAgreement(syntax, [...refused, ...longer], { refused: 100, taken: 12 })
  })

  it('field number 0 and wire types 6 and 7 are refused wherever a field may stand', async () => {
    const zeros = [[0, 1], [1, 1, 2, 3, 4, 5, 6, 7, 8], [2, 1, 1], [3, 4], [4], [5, 1, 2, 3, 4], [0x80, 0, 1]]
    const wireTypes = [6, 7].flatMap((wireType) =>
      [0, LOW, CHILD, numberOf('one', 'string'), numberOf('packed', 'int32'), UNKNOWN, LAST].flatMap(
        (number) => [
          [...tag(number, wireType)],
          [...tag(number, wireType), 1],
          [...tag(number, wireType), 0, 0, 0, 0],
        ],
      ),
    )
    const contents = [...zeros, ...wireTypes]
    const cases = contents.flatMap((content) => [
      ...inPlaces(isOld, `tag ${content.join(' ')}`, content, 'refused'),
      {
        name: `tag ${content.join(' ')} in an entry`,
        bytes: delimited(numberOf('value', 'int32'), [...tag(1, 0), 1, ...content, ...tag(2, 0), 2]),
        expected: 'refused' as const,
      },
      // What nobody knows is not looked into, nor are bytes.
      { name: 'unknown bytes', bytes: delimited(UNKNOWN, content), expected: 'taken' as const },
      { name: 'bytes', bytes: delimited(numberOf('one', 'bytes'), content), expected: 'taken' as const },
    ])
    await expectAgreement(syntax, cases, { refused: 300, taken: 90 })
  })

  it('ends of groups close the group they belong to and no other', async () => {
    const [known, other] = [isOld ? GROUP : UNKNOWN, UNKNOWN + 1]
    const end = (number: number): number[] => tag(number, 4)
    const start = (number: number): number[] => tag(number, 3)
    const refused = [known, other, LOW, LAST].flatMap((number) => [
      end(number),
      [...start(number), ...LOW_1],
      [...start(number), ...end(number + 1 > LAST ? 5 : number + 1)],
      [...start(number), ...start(other + 7), ...end(number)],
      [...start(number), ...start(other + 7), ...end(number), ...end(other + 7)],
      [...start(number), ...delimited(CHILD, end(number))],
      [...start(number), ...delimited(CHILD, end(number)), ...end(number)],
      [...start(number), ...delimited(CHILD, [...LOW_1, ...start(5)]), ...end(5), ...end(number)],
      [...start(number), ...end(number), ...end(number)],
      delimited(numberOf('value', 'int32'), [...start(number), ...LOW_1]),
      delimited(numberOf('value', 'int32'), end(number)),
      [...start(number), ...delimited(numberOf('value', 'int32'), end(number)), ...end(number)],
    ])
    const inside = [
      LOW_1,
      delimited(UNKNOWN, end(known)),
      group(known, LOW_1),
      group(other, group(known, LOW_1)),
      [],
    ]
    const taken = [known, other, LOW, CHILD].flatMap((number) =>
      inside.map((content) => group(number, content)),
    )
    const cases = [
      // Inside an unknown group the child is only bytes: protoc alone says what is right there.
      ...refused.flatMap((bytes, at) => inPlaces(isOld, `end ${at}`, bytes)),
      ...taken.flatMap((bytes, at) => inPlaces(isOld, `group ${at}`, bytes, 'taken')),
    ]
    await expectAgreement(syntax, cases, { refused: 200, taken: 100 })
  })

  it('pieces of a message are merged, and those of a list and of a map are not', async () => {
    const a = [...LOW_1, ...fieldOf('many', 'int32', [1]), ...fieldOf('one', 'string', [1, 97])]
    const b = [...tag(LOW, 0), 2, ...fieldOf('many', 'int32', [2]), ...fieldOf('maybe', 'bool', [0])]
    const deep = (content: readonly number[]): number[] => delimited(CHILD, delimited(CHILD, content))
    const entry = (content: readonly number[]): number[] =>
      delimited(MAP_OF_MESSAGES, [...tag(1, 0), 7, ...content])
    const rows = [
      ...[CHILD, CHILDREN, OF_MESSAGE].map((number) => [...delimited(number, a), ...delimited(number, b)]),
      [...deep(a), ...deep(b)],
      [...delimited(CHILD, a), ...delimited(CHILD, []), ...delimited(CHILD, delimited(CHILD, b))],
      [...delimited(OF_MESSAGE, a), ...fieldOf('of', 'int32', [5]), ...delimited(OF_MESSAGE, b)],
      [
        ...delimited(OF_MESSAGE, delimited(OF_MESSAGE, a)),
        ...delimited(OF_MESSAGE, delimited(OF_MESSAGE, b)),
      ],
      [...entry(delimited(2, a)), ...entry(delimited(2, b))],
      entry([...delimited(2, a), ...delimited(2, b)]),
      ...(isOld
        ? [
            [...group(GROUP, [...tag(1, 0), 1, ...tag(2, 0), 1]), ...group(GROUP, [...tag(2, 0), 2])],
            [...group(GROUPS, [...tag(1, 2), 1, 97]), ...group(GROUPS, [])],
            [...group(GROUP, delimited(3, a)), ...group(GROUP, delimited(3, b))],
          ]
        : []),
    ]
    const cases = rows.flatMap((bytes, at) => inPlaces(isOld, `pieces ${at}`, bytes, 'taken'))
    await expectAgreement(syntax, cases, { taken: rows.length * 6 })
  })

  it('of the members of a oneof the last one stands, whatever stood before', async () => {
    const members: [string, number[]][] = TYPES.flatMap((type) => [
      [`${type} zero`, fieldOf('of', type, isPackable(type) ? valuesOf(type)[0]! : [0])] satisfies [
        string,
        number[],
      ],
      [type, fieldOf('of', type, valuesOf(type)[1]!)] satisfies [string, number[]],
    ])
    members.push(['message', delimited(OF_MESSAGE, LOW_1)], ['empty message', delimited(OF_MESSAGE, [])])
    const pairs = members.flatMap(([first, one]) =>
      members.map(([second, two]): Case => ({
        name: `${first}, then ${second}`,
        bytes: [...one, ...two],
        expected: 'taken',
      })),
    )
    const all = members.flatMap(([, bytes]) => bytes)
    const inMessages = inPlaces(isOld, 'all members', [...all, ...members[5]![1]], 'taken')
    await expectAgreement(syntax, [...pairs, ...inMessages], { taken: 1_000 })
  })

  it('map entries may lack parts, repeat them, turn them round, and hold more', async () => {
    const unknown = [...tag(UNKNOWN, 0), 9, ...delimited(UNKNOWN + 1, [1, 2, 3])]
    const rowsOf = (
      number: number,
      key: number[],
      value: number[],
      others: [number[], number[]],
    ): number[][] => {
      const entry = (...parts: number[][]): number[] => delimited(number, parts.flat())
      const [otherKey, otherValue] = others
      return [
        entry(),
        entry(key),
        entry(value),
        entry(value, key),
        entry(key, value, unknown),
        entry(unknown, key, unknown, value),
        entry(key, otherKey, value, otherValue),
        [...entry(key, value), ...entry(key, otherValue), ...entry(otherKey, value)],
        [...entry(), ...entry(key, value), ...entry(value)],
        entry(key, value, group(UNKNOWN, key)),
        entry(key, value, tag(3, 0), [1]),
        // A key of another wire type counts as missing.
        entry([...tag(1, key[0]! % 8 === 5 ? 1 : 5), ...fixed(1, key[0]! % 8 === 5 ? 8 : 4)], value),
      ]
    }
    const rows = [
      ...TYPES.flatMap((type) => {
        const [value, other] = [valuesOf(type)[1]!, valuesOf(type)[0]!].map((each) => [
          ...tag(2, wireTypeFor(type)),
          ...each,
        ]) as [number[], number[]]
        return rowsOf(numberOf('value', type), [...tag(1, 0), 7], value, [[...tag(1, 0), 8], other])
      }),
      ...KEY_TYPES.flatMap((type) => {
        const [key, other] = [valuesOf(type)[1]!, valuesOf(type)[0]!].map((each) => [
          ...tag(1, wireTypeFor(type)),
          ...each,
        ]) as [number[], number[]]
        return rowsOf(numberOf('key', type), key, [...tag(2, 0), 7], [other, [...tag(2, 0), 8]])
      }),
      ...rowsOf(MAP_OF_MESSAGES, [...tag(1, 0), 7], delimited(2, LOW_1), [
        [...tag(1, 0), 8],
        delimited(2, fieldOf('many', 'bool', [1])),
      ]),
    ]
    const cases = rows.flatMap((bytes, at): Case[] => [
      { name: `entry ${at}`, bytes, expected: 'taken' },
      { name: `entry ${at} in a message`, bytes: delimited(CHILD, bytes), expected: 'taken' },
    ])
    await expectAgreement(syntax, cases, { taken: 600 })
  })

  it('fields nobody knows, and those of another wire type, are told as unknown', async () => {
    const inners = [...fields.map(({ bytes }) => bytes), LOW_1]
    const numbers = [2, 15, 16, 2_047, 2_048, UNKNOWN, LAST - 1]
    const values: [number, number[]][] = [
      [0, varint(2n ** 64n - 1n)],
      [0, varint(1, 10)],
      [1, fixed(0x3ff8_0000_0000_0000n, 8)],
      [2, [0]],
      [2, [3, 1, 1, 0]],
      [5, fixed(0x3fc0_0000, 4)],
    ]
    const unknown = numbers.flatMap((number) => [
      ...values.map(([wireType, value]) => [...tag(number, wireType), ...value]),
      ...inners.slice(0, 20).map((inner) => delimited(number, inner)),
      group(number, [...tag(3, 0), 1, ...group(4, LOW_1)]),
    ])
    // The number of each field with every wire type, its own too.
    const misfits = fields.flatMap(({ bytes }) => {
      const number = walk(Uint8Array.from(bytes)).nodes[0]!.number
      return [
        ...values.map(([wireType, value]) => [...tag(number, wireType), ...value]),
        group(number, LOW_1),
      ]
    })
    const cases = [...unknown, ...misfits].flatMap((bytes, at) =>
      inPlaces(isOld, `unknown ${at}`, bytes).filter((_one, place) => place < 2 || place % 5 === at % 5),
    )
    await expectAgreement(syntax, cases, { taken: 1_500 })
  })

  it('messages, groups and entries may stand as deep as protoc takes them', async () => {
    const nested = (depth: number, wrap: (content: number[]) => number[]): number[] => {
      let bytes = LOW_1
      for (let level = 0; level < depth; level += 1) bytes = wrap(bytes)
      return bytes
    }
    const wraps: [string, (content: number[]) => number[]][] = [
      ['messages', (content) => delimited(CHILD, content)],
      ['unknown groups', (content) => group(UNKNOWN, content)],
      ['maps', (content) => delimited(MAP_OF_MESSAGES, delimited(2, content))],
      ['unknown messages', (content) => delimited(UNKNOWN, content)],
      ...(isOld
        ? ([['groups', (content) => group(GROUP, delimited(3, content))]] satisfies [
            string,
            (content: number[]) => number[],
          ][])
        : []),
    ]
    const cases = wraps.flatMap(([name, wrap]) =>
      [48, 49, 50, 51, 98, 99, 100, 101, 102].map((depth): Case => ({
        name: `${depth} ${name}`,
        bytes: nested(depth, wrap),
        isAlone: true,
      })),
    )
    // Bytes that only look like a message may look as deep as they will.
    for (const depth of [60, 90, 99, 100]) {
      const looks = delimited(
        UNKNOWN,
        nested(60, (content) => group(UNKNOWN, content)),
      )
      let bytes = looks
      for (let level = 0; level < depth; level += 1) bytes = delimited(CHILD, bytes)
      cases.push({ name: `unknown bytes ${depth} deep that look like 60 groups`, bytes, isAlone: true })
    }
    await expectAgreement(syntax, cases, { taken: 20, refused: 10 })
  })

  it('texts that are no UTF-8 are refused in proto3, and taken with a sign for each fault in proto2', async () => {
    const wrong = [
      [0xff],
      [0x80],
      [0xc3],
      [0xc0, 0x80],
      [0xe0, 0x80, 0xaf],
      [0xed, 0xa0, 0x80],
      [0xed, 0xa0, 0xbd, 0xed, 0xb8, 0x80],
      [0xf4, 0x90, 0x80, 0x80],
      [0xf8, 0x88, 0x80, 0x80, 0x80],
      [...Buffer.from('a'.repeat(70)), 0xe5, 0xb2],
    ]
    const texts = wrong.flatMap((bytes) => {
      const value = delimited(0, bytes).slice(1)
      const uses = [...SINGLE, 'many' as const].map((use) => fieldOf(use, 'string', value))
      return [
        ...uses,
        delimited(numberOf('value', 'string'), [...tag(1, 0), 7, ...tag(2, 2), ...value]),
        delimited(numberOf('key', 'string'), [...tag(1, 2), ...value, ...tag(2, 0), 7]),
      ]
    })
    const cases = texts.flatMap((bytes, at) => inMessages(isOld, `text ${at}`, bytes))
    if (!isOld) return expectAgreement(syntax, cases, { refused: 300 })
    const { differences, taken } = await judge(judges.proto2, cases)
    expect(taken).toBe(cases.length)
    // Declared limit: what JSON has no text for is written as U+FFFD.
    expect(new Set(differences.map(({ kind }) => kind))).toEqual(new Set(['written']))
    expect(differences).toHaveLength(cases.length)
  })
})

const REQUIRED = `syntax = "proto2"; package r;
  message R {
    required int32 a = 1; optional R b = 2; map<int32, R> m = 3; repeated R l = 6;
    oneof o { R c = 4; int32 d = 5; } optional group G = 7 { required int32 a = 1; required int32 b = 2; }
  }`

const entry = (...parts: number[][]): number[] => delimited(3, parts.flat())

it('required fields are missed where protoc misses them: in what stands in the end', async () => {
  const whole = [8, 1]
  const rows = [
    [],
    whole,
    [...whole, ...delimited(2, [])],
    [...whole, ...delimited(2, []), ...delimited(2, whole)],
    delimited(2, whole),
    [...whole, ...delimited(6, whole), ...delimited(6, [])],
    [...whole, ...delimited(4, [])],
    [...whole, ...delimited(4, []), 40, 0],
    [...whole, ...delimited(4, []), 40, 0, ...delimited(4, whole)],
    [...whole, 40, 0, ...delimited(4, [])],
    [...whole, ...entry([8, 7], delimited(2, []))],
    [...whole, ...entry([8, 7], delimited(2, whole))],
    [...whole, ...entry(delimited(2, whole))],
    [...whole, ...entry(delimited(2, []), delimited(2, whole))],
    [...whole, ...entry([8, 7]), ...entry([8, 7], delimited(2, whole))],
    [...whole, ...delimited(2, [...whole, ...entry([8, 1], delimited(2, []))])],
    [...whole, ...group(7, [])],
    [...whole, ...group(7, whole)],
    [...whole, ...group(7, whole), ...group(7, [16, 1])],
    [...whole, 10, 1, 8],
    [...whole, ...delimited(2, delimited(2, []))],
  ]
  const cases = rows.map((bytes, at): Case => ({ name: `required ${at}`, bytes, expected: 'taken' }))
  const alone = cases.map((one) => ({ ...one, name: `${one.name} alone`, isAlone: true }))
  const { differences } = await judge(judgedOf(REQUIRED, 'r.R'), [...cases, ...alone])
  expect(differences.map(({ text }) => text)).toEqual([])
})

it('defaults of proto2 are those that protoc tells', async () => {
  const proto = `syntax = "proto2"; package d;
    enum Mood { GLAD = 3; CALM = 0; LOW = -5; }
    message D {
      optional int32 a = 1 [default = -2147483648]; optional int32 hex = 2 [default = 0x7fffffff];
      optional uint32 octal = 3 [default = 010]; optional sint32 zero = 4 [default = 0];
      optional int64 least = 5 [default = -9223372036854775808]; optional uint64 most = 6 [default = 18446744073709551615];
      optional sint64 even = 7 [default = 9223372036854775807]; optional fixed64 exact = 8 [default = 9007199254740991];
      optional float f = 9 [default = 0.1]; optional double d = 10 [default = -1e300]; optional float whole = 11 [default = 3];
      optional string s = 12 [default = "a\\n\\"\\x41\\101岚😀"]; optional string none = 13 [default = ""];
      optional bytes raw = 14 [default = "abc"]; optional bytes odd = 15 [default = "\\001\\xff\\n\\000"];
      optional bytes utf8 = 16 [default = "岚"];
      optional Mood low = 17 [default = LOW]; optional Mood first = 18; optional bool yes = 19 [default = true];
      optional fixed32 plain = 20; optional bytes nothing = 21; optional bool no = 22; optional double point = 23;
    }`
  const told = await toldDefaults(proto)
  const { schema } = judgedOf(proto, 'd.D')
  const json = decodeMessage(schema, 'd.D', new Uint8Array(), { defaults: true })!.json
  expect(json).toEqual(
    Object.fromEntries(schema.messages.get('d.D')!.fields.map((field) => [field.name, told(field)])),
  )
  // What is shown may be written as it is.
  expect(encodeMessage(schema, 'd.D', json)).toMatchObject({ ok: true })
})

describe('declared limits', () => {
  const kindsOf = async (
    syntax: keyof typeof judges,
    rows: readonly Omit<Case, 'name'>[],
  ): Promise<string[][]> => {
    const { differences } = await judge(
      judges[syntax],
      rows.map((row, at) => ({ ...row, name: String(at) })),
    )
    return rows.map((_row, at) =>
      differences.filter(({ name }) => name === String(at)).map(({ kind }) => kind),
    )
  }

  it('tags beyond 32 bits are refused, of which protoc forgets the upper bits', async () => {
    const far = [0x10n, 0x70n].map((byte) => [...varint(BigInt(LOW * 8) | (byte << 28n), 5), 1])
    expect(
      await kindsOf(
        'proto3',
        far.map((bytes) => ({ bytes })),
      ),
    ).toEqual([['verdict'], ['verdict']])
    for (const bytes of far) {
      expect(decodeMessage(judges.proto3.schema, 'c.All', Uint8Array.from(bytes))!.error).toMatchObject({
        code: 'bad_tag',
      })
    }
  })

  it('lengths of six to ten bytes are taken, which protoc refuses', async () => {
    const rows = [6, 7, 10].map((length) => [...tag(numberOf('one', 'string'), 2), ...varint(1, length), 97])
    expect(
      await kindsOf(
        'proto3',
        rows.map((bytes) => ({ bytes })),
      ),
    ).toEqual(rows.map(() => ['verdict']))
  })

  it('a number outside a closed enum is shown in its field, where protoc counts the field as unknown', async () => {
    const odd = varint(7)
    const rows = [
      fieldOf('one', 'enum', odd),
      [...fieldOf('one', 'enum', [1]), ...fieldOf('one', 'enum', odd)],
      [...fieldOf('of', 'int32', [5]), ...fieldOf('of', 'enum', odd)],
      [...fieldOf('many', 'enum', [1]), ...fieldOf('many', 'enum', odd)],
      delimited(numberOf('packed', 'enum'), [1, 7, 0]),
      delimited(numberOf('value', 'enum'), [...tag(1, 0), 7, ...tag(2, 0), ...odd]),
    ]
    const kinds = await kindsOf(
      'proto2',
      rows.map((bytes) => ({ bytes })),
    )
    // Where a known value stood before, it is lost when the message is written.
    expect(kinds).toEqual(
      rows.map((_row, at) => ['unknown', 'value', ...(at === 1 || at === 2 ? ['written'] : [])]),
    )
    const { json } = decodeMessage(judges.proto2.schema, 'c.All', Uint8Array.from(rows[2]!))!
    expect(json).toEqual({ of_enum: 7 })
    expect(
      (
        await judge(
          judges.proto3,
          rows.map((bytes) => ({ name: '', bytes })),
        )
      ).differences,
    ).toEqual([])
  })

  it('map entries lack required fields when they have no value, and not when a later one has their key', async () => {
    const missing = [entry(), entry([8, 7]), [...entry([8, 7], delimited(2, [8, 1])), ...entry([8, 7])]]
    const replaced = [...entry([8, 7], delimited(2, [])), ...entry([8, 7], delimited(2, [8, 1]))]
    const cases = [...missing, replaced].map((bytes): Case => ({ name: '', bytes: [8, 1, ...bytes] }))
    const { differences } = await judge(judgedOf(REQUIRED, 'r.R'), cases)
    expect(differences.map(({ kind }) => kind)).toEqual(cases.map(() => 'required'))
    const { schema } = judgedOf(REQUIRED, 'r.R')
    const codes = cases.map(({ bytes }) => decodeMessage(schema, 'r.R', Uint8Array.from(bytes))!.error?.code)
    expect(codes).toEqual(['missing_required', 'missing_required', 'missing_required', undefined])
  })

  it('a message without its required fields is not written', () => {
    const { schema } = judgedOf(REQUIRED, 'r.R')
    const { json, error } = decodeMessage(schema, 'r.R', Uint8Array.of(8, 1, 18, 0))!
    expect(error).toMatchObject({ code: 'missing_required', path: 'b' })
    expect(encodeMessage(schema, 'r.R', json)).toMatchObject({ ok: false, reason: 'missing_required' })
  })

  it('unknown fields and the bits of what is no number are not written again, zeros without presence are shown', () => {
    const { schema } = judges.proto3
    const read = (bytes: number[]) => decodeMessage(schema, 'c.All', Uint8Array.from(bytes))!
    const again = (bytes: number[]) => {
      const written = encodeMessage(schema, 'c.All', read(bytes).json)
      return written.ok ? hexOf(written.bytes) : written.reason
    }
    expect(again([...LOW_1, ...delimited(UNKNOWN, LOW_1)])).toBe('0801')
    expect(again(fieldOf('one', 'float', fixed(0xff80_0001, 4)))).toBe(
      hexOf(Uint8Array.from(fieldOf('one', 'float', fixed(0x7fc0_0000, 4)))),
    )
    expect(read([...tag(LOW, 0), 0]).json).toEqual({ low: 0 })
  })

  it('more than 200,000 fields are refused', async () => {
    const fields = (count: number) => Array.from({ length: count }, () => LOW_1).flat()
    const rows = [200_000, 200_001].map((count) => ({ bytes: fields(count), isAlone: true }))
    expect(await kindsOf('proto3', rows)).toEqual([[], ['verdict']])
  })

  it('definitions with groups in a oneof, and infinite defaults, do not get through the parser', () => {
    const inOneof = 'syntax = "proto2"; message M { oneof o { group G = 1 { optional int32 a = 1; } } }'
    expect(() => judgedOf(inOneof, 'M')).toThrow()
    const infinite = judgedOf('syntax = "proto2";\nmessage M { optional double d = 1 [default = inf]; }', 'M')
    expect(decodeMessage(infinite.schema, 'M', new Uint8Array(), { defaults: true })!.json).toEqual({ d: 0 })
  })
})
