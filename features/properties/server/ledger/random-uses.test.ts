import type { LimitedUse, LimitsPort } from '@qd/server-kit'
import type { Store } from '@qd/store'
import { describeStored } from '@qd/store/testing'
import { array, assert, asyncProperty, boolean, constantFrom, integer, record } from 'fast-check'
import type { Arbitrary } from 'fast-check'
import { expect, it } from 'vitest'
import { createPropertiesFeature, propertiesMigrations } from '../index.ts'
import type { PropertiesTables } from '../index.ts'
import { lineWorld } from '../testing/line-world.ts'

const NOW = Date.UTC(2026, 10, 25, 20, 0)
const LINE = 'northwind-test'
const PLAYERS = ['30123000045', '30123000046', '30123000047'] as const
const PEOPLE = ['mei', 'zhou'] as const
const LIMITS = { player_day: 12, person_day: 40, action: 9 }

/** Something somebody does; `at` picks the use it is about where there are some. */
interface Deed {
  what: 'mail' | 'codes' | 'edits' | 'undo' | 'release' | 'recount'
  person: (typeof PEOPLE)[number]
  gifts: { uId: (typeof PLAYERS)[number]; quantity: number }[]
  at: number
  /** The write that it belongs to fails at its end. */
  fails: boolean
}

const deed: Arbitrary<Deed> = record({
  what: constantFrom('mail', 'codes', 'edits', 'edits', 'undo', 'undo', 'release', 'recount'),
  person: constantFrom(...PEOPLE),
  gifts: array(record({ uId: constantFrom(...PLAYERS), quantity: integer({ min: 1, max: 10 }) }), {
    minLength: 1,
    maxLength: 4,
  }),
  at: integer({ min: 0, max: 50 }),
  fails: boolean(),
})

/** What is counted under a key, as whoever asked for it remembers. */
interface Remembered {
  person: string
  unnamed: number
  players: Map<string, number>
}

const FAILED = new Error('the write fails')

describeStored('uses in any order', propertiesMigrations, (open) => {
  const giftsOf = (gifts: Deed['gifts']): LimitedUse['gifts'] =>
    gifts.map(({ uId, quantity }) => ({
      entries: [{ number: '7', quantity: String(quantity) }],
      to: { uIds: [uId] },
    }))

  function worldOf(store: Store<PropertiesTables>) {
    const line = lineWorld()
    line.world.limits = []
    const nodes = [0, 1].map(
      () => createPropertiesFeature({ store, reach: line.reach, now: () => NOW }).limits,
    )
    const uses = new Map<string, Remembered>()
    let keys = 0

    async function within(
      fails: boolean,
      write: (tx: Parameters<LimitsPort['giveBack']>[0]) => Promise<void>,
    ) {
      try {
        await store.write(async (tx) => {
          await write(tx)
          if (fails) throw FAILED
        })
        return true
      } catch (error) {
        if (error === FAILED) return false
        throw error
      }
    }
    const about = (kind: LimitedUse['kind'], person: string) => ({
      kind,
      lineId: LINE,
      person: { id: person, name: person },
      about: 'x',
    })
    const remember = (key: string, person: string, gifts: Deed['gifts'], unnamed = 0) => {
      const players = new Map<string, number>()
      for (const { uId, quantity } of gifts) players.set(uId, (players.get(uId) ?? 0) + quantity)
      uses.set(key, { person, unnamed, players })
    }

    async function doDeed(deed: Deed, key: string, of: string | undefined) {
      const { what, person, gifts, fails } = deed
      const limits = nodes[deed.at % 2]!
      const used = uses.get(of ?? '')
      if (what === 'mail') {
        const { isReserved } = await limits.reserve({ ...about('mail', person), gifts: giftsOf(gifts) }, key)
        if (isReserved) remember(key, person, gifts)
      } else if (what === 'codes') {
        const { quantity } = gifts[0]!
        const entries = [{ number: '7', quantity: String(quantity) }]
        const use = { ...about('code', person), gifts: [{ entries, to: { unnamed: gifts.length } }] }
        if ((await limits.reserve(use, key)).isReserved) remember(key, person, [], quantity * gifts.length)
      } else if (what === 'edits') {
        const parts = gifts.map((gift) => giftsOf([gift]))
        const countParts = await limits.prepare({ ...about('edit', person), parts }, key)
        let taken: Deed['gifts'] = []
        const isWritten = await within(fails, async (tx) => {
          const beyond = await countParts(tx)
          taken = gifts.filter((_, index) => beyond[index]?.length === 0)
        })
        if (isWritten) remember(key, person, taken)
      } else if (of === undefined || used === undefined) return
      else if (what === 'undo') {
        const isWritten = await within(fails, (tx) =>
          limits.giveBack(tx, [{ key: of, gifts: giftsOf(gifts) }]),
        )
        if (!isWritten) return
        for (const { uId, quantity } of gifts)
          used.players.set(uId, Math.max(0, (used.players.get(uId) ?? 0) - quantity))
      } else if (what === 'release') {
        await limits.release(of)
        uses.delete(of)
      } else {
        // What a use has given is some of what was counted, never more.
        const rest = [...used.players].flatMap(([uId, had]) =>
          had > 1 ? [{ uId: uId as (typeof PLAYERS)[number], quantity: Math.ceil(had / 2) }] : [],
        )
        await limits.recount(of, giftsOf(rest))
        remember(of, used.person, rest)
      }
    }

    async function usedOf(who: { uId: string; person: string }) {
      const use = {
        ...about('mail', who.person),
        gifts: giftsOf([{ uId: who.uId as never, quantity: 1_000 }]),
      }
      const excess = await nodes[0]!.check(use)
      const of = (kind: string) => Number(excess.find((each) => each.kind === kind)?.used)
      return { player: of('player_day'), person: of('person_day') }
    }

    return {
      /** All at once, each about another use. */
      async together(deeds: readonly Deed[]) {
        const free = [...uses.keys()]
        const picked = deeds.map(({ at }) => free.splice(at % Math.max(1, free.length), 1)[0])
        await Promise.all(deeds.map((each, index) => doDeed(each, `key-${keys++}`, picked[index])))
      },
      async compare() {
        for (const uId of PLAYERS) {
          const got = [...uses.values()].reduce((sum, { players }) => sum + (players.get(uId) ?? 0), 0)
          expect((await usedOf({ uId, person: 'mei' })).player).toBe(got)
          expect(got).toBeLessThanOrEqual(LIMITS.player_day)
        }
        for (const person of PEOPLE) {
          const mine = [...uses.values()].filter((use) => use.person === person)
          const sum = mine.reduce((all, { unnamed, players }) => {
            return all + unnamed + [...players.values()].reduce((one, each) => one + each, 0)
          }, 0)
          expect((await usedOf({ uId: PLAYERS[0], person })).person).toBe(sum)
          expect(sum).toBeLessThanOrEqual(LIMITS.person_day)
        }
      },
    }
  }

  it('never give more than the limits, and count exactly what stands', { timeout: 240_000 }, async () => {
    const store = await open<PropertiesTables>()
    const rows = Object.entries(LIMITS).map(([kind, quantity]) => ({
      id: kind,
      line_id: LINE,
      number: '7',
      kind,
      quantity: String(quantity),
      revision: 1,
      changed_by: 'x',
      changed_at: 0,
    }))
    await store.write((tx) => tx.insertInto('item_limit').values(rows).execute())
    await assert(
      asyncProperty(array(array(deed, { minLength: 1, maxLength: 5 }), { maxLength: 12 }), async (steps) => {
        await store.write(async (tx) => {
          for (const table of ['item_use', 'item_use_player', 'item_given', 'item_use_day'] as const)
            await tx.deleteFrom(table).execute()
        })
        const world = worldOf(store)
        for (const deeds of steps) {
          await world.together(deeds)
          await world.compare()
        }
      }),
      { seed: 20_261_126, numRuns: 25 },
    )
  })
})
