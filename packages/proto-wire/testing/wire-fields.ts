import {
  CHILD,
  CHILDREN,
  fieldOf,
  GROUP,
  GROUPS,
  isPackable,
  KEY_TYPES,
  longValueOf,
  LOW,
  MAP_OF_MESSAGES,
  numberOf,
  OF_MESSAGE,
  TYPES,
  UNKNOWN,
  wireTypeFor,
} from './all-types.ts'
import type { Use } from './all-types.ts'
import type { Case } from './referee.ts'
import { delimited, fixed, group, tag, varint } from './wire-bytes.ts'

/** The field `low` with 1. */
export const LOW_1 = [...tag(LOW, 0), 1]
/** Uses of a type for one value. */
export const SINGLE: readonly Use[] = ['one', 'maybe', 'of']

interface Field {
  name: string
  bytes: number[]
}

/** One whole field of every use, type and wire type. */
export function wholeFields(isProto2: boolean): Field[] {
  const long = fieldOf('one', 'string', longValueOf('string'))
  const fields = TYPES.flatMap((type): Field[] => {
    const value = longValueOf(type)
    const plain = [...SINGLE, 'many' as const].map((use) => ({
      name: `${use} ${type}`,
      bytes: fieldOf(use, type, value),
    }))
    const entry = [...tag(1, 0), 7, ...tag(2, wireTypeFor(type)), ...value]
    plain.push({ name: `map of ${type}`, bytes: delimited(numberOf('value', type), entry) })
    if (KEY_TYPES.includes(type)) {
      const keyed = [...tag(1, wireTypeFor(type)), ...value, ...tag(2, 0), 7]
      plain.push({ name: `map by ${type}`, bytes: delimited(numberOf('key', type), keyed) })
    }
    if (isPackable(type)) {
      const list = Array.from({ length: 70 }, () => value).flat()
      plain.push({ name: `packed ${type}`, bytes: delimited(numberOf('packed', type), list) })
      plain.push({ name: `unpacked ${type} given packed`, bytes: delimited(numberOf('many', type), list) })
    }
    return plain
  })
  const messages = [CHILD, CHILDREN, OF_MESSAGE].map((number) => ({
    name: `message ${number}`,
    bytes: delimited(number, long),
  }))
  const groups = [GROUP, GROUPS].map((number) => ({
    name: `group ${number}`,
    bytes: group(number, [...tag(5_000, 2), ...longValueOf('string')]),
  }))
  const unknown = [
    { name: 'unknown varint', bytes: [...tag(UNKNOWN, 0), ...varint(300)] },
    { name: 'unknown fixed64', bytes: [...tag(UNKNOWN, 1), ...fixed(7, 8)] },
    { name: 'unknown bytes', bytes: [...tag(UNKNOWN, 2), ...longValueOf('bytes')] },
    { name: 'unknown group', bytes: group(UNKNOWN, long) },
    { name: 'unknown fixed32', bytes: [...tag(UNKNOWN, 5), ...fixed(7, 4)] },
  ]
  const map = {
    name: 'map of messages',
    bytes: delimited(MAP_OF_MESSAGES, [...tag(1, 0), 7, ...delimited(2, long)]),
  }
  return [...fields, ...messages, map, ...(isProto2 ? groups : []), ...unknown]
}

type Place = [string, (content: readonly number[]) => number[]]

/** Where a message of all types may stand. */
function messagePlaces(isProto2: boolean): Place[] {
  const inGroup: Place = [
    'in a message of a group',
    (content) => [...group(GROUP, delimited(3, content)), ...LOW_1],
  ]
  return [
    ['at the top', (content) => [...LOW_1, ...content]],
    ['in a message', (content) => [...delimited(CHILD, content), ...LOW_1]],
    ['in a list of messages', (content) => [...delimited(CHILDREN, LOW_1), ...delimited(CHILDREN, content)]],
    ['in a message of a oneof', (content) => [...delimited(OF_MESSAGE, content), ...LOW_1]],
    ['in a map', (content) => delimited(MAP_OF_MESSAGES, [...tag(1, 0), 7, ...delimited(2, content)])],
    ...(isProto2 ? [inGroup] : []),
  ]
}

/** Where fields may stand that nobody knows there. */
function groupPlaces(isProto2: boolean): Place[] {
  const inGroup: Place = ['in a group', (content) => [...group(GROUP, content), ...LOW_1]]
  return [
    ['in an unknown group', (content) => [...group(UNKNOWN, content), ...LOW_1]],
    ...(isProto2 ? [inGroup] : []),
  ]
}

type Expected = Case['expected']
const casesIn = (
  places: readonly Place[],
  name: string,
  content: readonly number[],
  expected: Expected,
): Case[] => places.map(([place, at]) => ({ name: `${name} ${place}`, bytes: at(content), expected }))

/** A case for each place of a message. */
export const inMessages = (
  isProto2: boolean,
  name: string,
  content: readonly number[],
  expected?: Expected,
): Case[] => casesIn(messagePlaces(isProto2), name, content, expected)

/** The same, and in groups. */
export const inPlaces = (
  isProto2: boolean,
  name: string,
  content: readonly number[],
  expected?: Expected,
): Case[] => [
  ...inMessages(isProto2, name, content, expected),
  ...casesIn(groupPlaces(isProto2), name, content, expected),
]
