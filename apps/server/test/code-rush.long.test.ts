import type { Dialect } from '@qd/store'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { redeeming, startCodeRush } from '../testing/index.ts'
import type { RushAnswer, RushCall } from '../testing/index.ts'

/* Codes redeemed at the same moment on 200 connections, by calls of a game server to consoles in processes of their own. */

const CONNECTIONS = 200
const TOTAL = 50
const USES = 3
const MINE = 4
const PARTS = {
  once: { kind: 'once' },
  times: { kind: 'times', perCode: USES },
  total: { kind: 'universal', word: 'RUSH-TOTAL', total: TOTAL },
  mine: { kind: 'universal', word: 'RUSH-MINE', perPlayerCode: MINE },
} as const

const uIdOf = (at: number) => String(30_123_000_100 + at)
const everybody = Array.from({ length: CONNECTIONS }, (_, at) => uIdOf(at))

interface Case {
  title: string
  which: keyof typeof PARTS
  most: number
  uIds: string[]
  refusal: number
}
const cases: Case[] = [
  { title: 'a code for one use has one', which: 'once', most: 1, uIds: everybody, refusal: 6002 },
  { title: 'a code for three uses has three', which: 'times', most: USES, uIds: everybody, refusal: 6002 },
  {
    title: 'a code with a total has as many uses as that',
    which: 'total',
    most: TOTAL,
    uIds: everybody,
    refusal: 6002,
  },
  {
    title: 'one player gets as many as one player may',
    which: 'mine',
    most: MINE,
    uIds: everybody.map(() => uIdOf(0)),
    refusal: 6006,
  },
]
const databases: [name: Dialect, nodes: number][] = [
  ['sqlite', 1],
  ['postgres', 2],
]

describe.each(databases)('codes redeemed at the same moment, %s, consoles: %i', (dialect, nodes) => {
  let world: Awaited<ReturnType<typeof startCodeRush<typeof PARTS>>>
  beforeAll(async () => {
    world = await startCodeRush(dialect, nodes, PARTS)
  })
  afterAll(() => world.stop())

  const plain = ({ http, data: { reservation, refused } }: RushAnswer) => [http, reservation ?? refused]

  test.each(cases)('[codes.exact] $title', async ({ which, most, uIds, refusal }) => {
    const batch = world.batches[which]
    const calls = uIds.map((uId, at) => redeeming(batch.code, uId, at))
    const answers = await world.rush(calls)
    expect(new Set(answers.map(({ http }) => http))).toEqual(new Set([200]))
    const held = answers.flatMap(({ data }) => data.reservation ?? [])
    expect(new Set(held).size).toBe(most)
    expect(held).toHaveLength(most)
    expect(answers.filter(({ data }) => data.refused === refusal)).toHaveLength(CONNECTIONS - most)
    // The same names on the other console: nobody gets more by asking again.
    const again = await world.rush(calls.map((call): RushCall => ({ ...call, node: call.node + 1 })))
    expect(again.map(plain)).toEqual(answers.map(plain))
    const confirming = [...held, ...held].map((reservation, at): RushCall => {
      return { path: 'confirm', said: { reservation }, node: at }
    })
    const confirmed = await world.rush(confirming)
    expect(confirmed.every(({ http, data }) => http === 200 && data.confirmed === true)).toBe(true)
    expect(await world.funnelOf(batch)).toMatchObject({ redeemed: most, confirmed: most })
  })
})
