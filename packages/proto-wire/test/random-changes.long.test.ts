import { expect, it } from 'vitest'
import { encodeMessage, walk } from '../src/index.ts'
import type { WireNode } from '../src/index.ts'
import { randomMessage, randomOf, randomProto } from '../testing/random-proto.ts'
import type { Random } from '../testing/random-proto.ts'
import { judge, judgedOf } from '../testing/referee.ts'
import type { Case, Judged } from '../testing/referee.ts'

/*
 * Random messages of random definitions, cut and changed: protoc has to take and refuse the same ones, and to read the same
 * in them. The limits are those that `conformance.long.test.ts` declares.
 */

const DEFINITIONS = 40
const MESSAGES_EACH = 20
const CHANGES_EACH = 5

const CHANGES: readonly ((bytes: number[], random: Random) => number[])[] = [
  (bytes, random) => bytes.slice(0, random(bytes.length)),
  (bytes, random) => bytes.with(random(bytes.length), random(256)),
  (bytes, random) => {
    const at = random(bytes.length)
    return bytes.with(at, bytes[at]! ^ (1 << random(8)))
  },
  (bytes, random) => bytes.toSpliced(random(bytes.length), 1 + random(2)),
  (bytes, random) => bytes.toSpliced(random(bytes.length), 0, random(256)),
  (bytes, random) => [...bytes, ...bytes.slice(random(bytes.length))],
]

function changedOf(judged: Judged, random: Random): Case[] {
  return Array.from({ length: MESSAGES_EACH }).flatMap((_none, message) => {
    const written = encodeMessage(judged.schema, judged.name, randomMessage(random, judged.type))
    if (!written.ok) throw new Error(`${written.path} ${written.reason}`)
    const whole = [...written.bytes]
    if (whole.length === 0) return []
    return Array.from({ length: CHANGES_EACH }, (_one, change): Case => {
      const first = CHANGES[random(CHANGES.length)]!(whole, random)
      const isTwice = first.length > 0 && random(4) === 0
      const bytes = isTwice ? CHANGES[random(CHANGES.length)]!(first, random) : first
      return { name: `message ${message} change ${change}`, bytes }
    })
  })
}

const anyNode = ({ schema, name }: Judged, bytes: Uint8Array, is: (node: WireNode) => boolean): boolean => {
  const isHere = (node: WireNode): boolean =>
    is(node) || (node.takenAs !== 'packed' && node.children.some(isHere))
  return walk(bytes, { schema, message: name }).nodes.some(isHere)
}

/** Whether a tag is beyond 32 bits, or a length longer than five bytes: there the two differ. */
const hasLongHead = (judged: Judged, bytes: Uint8Array): boolean =>
  anyNode(judged, bytes, (node) => {
    const isDelimited = node.wireType === 2 && node.parent?.takenAs !== 'packed'
    return node.error?.code === 'bad_tag' || (isDelimited && node.valueStart - node.start > 10)
  })

/** Whether a number is outside its closed enum, or a text no UTF-8: there values differ. */
const hasOddValue = (judged: Judged, bytes: Uint8Array): boolean =>
  anyNode(judged, bytes, ({ error, field, value }) => {
    const isOpen = field?.enum?.isClosed !== true
    return (
      error?.code === 'invalid_utf8' || (!isOpen && [value].flat().some((one) => typeof one === 'number'))
    )
  })

/** Required fields of entries are asked for in another way. */
const hasMap = (judged: Judged, bytes: Uint8Array): boolean =>
  anyNode(judged, bytes, ({ takenAs }) => takenAs === 'map')

it('what was cut or changed is taken and refused alike, and read the same', async () => {
  const counts = { taken: 0, refused: 0, limits: 0 }
  for (let at = 0; at < DEFINITIONS; at += 1) {
    const random = randomOf(1_000 + at)
    const judged = judgedOf(randomProto(random), `p.M${at % 4}`)
    const cases = changedOf(judged, random)
    const { differences, taken, refused } = await judge(judged, cases)
    counts.taken += taken
    counts.refused += refused
    const left = differences.filter(({ name, kind }) => {
      const bytes = Uint8Array.from(cases.find((one) => one.name === name)!.bytes)
      const limits = {
        verdict: hasLongHead,
        required: hasMap,
        value: hasOddValue,
        unknown: hasOddValue,
        written: hasOddValue,
      }
      const isLimit = limits[kind](judged, bytes)
      counts.limits += isLimit ? 1 : 0
      return !isLimit
    })
    expect(left.map(({ text }) => `${at} ${text}`)).toEqual([])
  }
  expect(counts.taken + counts.refused).toBeGreaterThan(3_000)
  expect(counts.taken).toBeGreaterThan(700)
  expect(counts.refused).toBeGreaterThan(700)
  expect(counts.limits).toBeLessThan(150)
})
