import type { LimitKind } from '@qd/item-limits'
import type { LimitedUse, UseParts } from '@qd/server-kit'
import type { Store } from '@qd/store'
import { count } from '@qd/store'
import { describeStored } from '@qd/store/testing'
import { beforeEach, expect, it } from 'vitest'
import { createPropertiesFeature, propertiesMigrations } from '../index.ts'
import type { PropertiesTables } from '../index.ts'
import { lineWorld } from '../testing/line-world.ts'

/** Late in the evening in London, the next morning in Shanghai. */
const NOW = Date.UTC(2026, 10, 25, 20, 0)
const LINE = 'northwind-test'
const P = '30123000045'
const Q = '30123000046'

describeStored('the ledger of items', propertiesMigrations, (open) => {
  let store: Store<PropertiesTables>
  let nowMs: number
  let line: ReturnType<typeof lineWorld>
  const node = () => createPropertiesFeature({ store, reach: line.reach, now: () => nowMs }).limits
  beforeEach(async () => {
    store = await open<PropertiesTables>()
    nowMs = NOW
    line = lineWorld()
    line.world.limits = []
  })

  const limit = (kind: LimitKind, quantity: number) =>
    store.write((tx) =>
      tx
        .insertInto('item_limit')
        .values({
          id: kind,
          line_id: LINE,
          number: '7',
          kind,
          quantity: String(quantity),
          revision: 1,
          changed_by: 'x',
          changed_at: 0,
        })
        .execute(),
    )
  const use = (
    quantity: number,
    to: LimitedUse['gifts'][0]['to'],
    more: Partial<LimitedUse> = {},
  ): LimitedUse => ({
    kind: 'mail',
    gifts: [{ entries: [{ number: '7', quantity: String(quantity) }], to }],
    lineId: LINE,
    person: { id: 'mei', name: 'Mei' },
    about: 'mail-1',
    ...more,
  })
  const given = async () => {
    const rows = await store.read.selectFrom('item_given').selectAll().orderBy('day').execute()
    return rows.map((row) => [row.day, row.person, row.total, Number(row.players), Number(row.uses)])
  }

  const countOf = (table: 'item_use' | 'item_use_player') => count(store.read, table)

  it('counts a use once under its key, for the day in the zone of the line', async () => {
    const { reserve } = node()
    expect(await reserve(use(5, { uIds: [P, Q] }), 'a')).toEqual({ isReserved: true, excess: [] })
    expect(await reserve(use(5, { uIds: [P, Q] }), 'a')).toEqual({ isReserved: true, excess: [] })
    await expect(reserve(use(6, { uIds: [P, Q] }), 'a')).rejects.toMatchObject({
      def: { code: 'use_key_taken' },
    })
    await reserve(use(1, { uIds: [P] }, { atMs: NOW - 5 * 3_600_000 }), 'b')
    expect(await given()).toEqual([
      ['2026-11-25', 'Mei', '1', 1, 1],
      ['2026-11-26', 'Mei', '10', 2, 1],
    ])
  })

  it('counts a player over all uses of the day, and no longer', async () => {
    await limit('player_day', 10)
    const { reserve, check } = node()
    await reserve(use(6, { uIds: [P, Q] }), 'a')
    const second = await reserve(use(6, { uIds: [P] }, { kind: 'edit' }), 'b')
    expect(second).toMatchObject({
      isReserved: false,
      excess: [{ kind: 'player_day', used: '6', asked: '6', over: '2', players: { count: 1, sample: [P] } }],
    })
    expect((await reserve(use(4, { uIds: [P] }), 'c')).isReserved).toBe(true)
    expect(await check(use(1, { uIds: [P] }))).toMatchObject([{ used: '10' }])
    expect(await check(use(4, { uIds: [Q] }))).toEqual([])
    nowMs += 86_400_000
    expect(await check(use(10, { uIds: [P] }))).toEqual([])
  })

  it('a mail to everyone counts for each player, and meets what each has got', async () => {
    await limit('player_day', 10)
    const { reserve, check } = node()
    await reserve(use(3, { uIds: [Q] }), 'a')
    expect(await check(use(8, { everyone: 1000 }))).toMatchObject([{ used: '3', asked: '8', over: '1' }])
    await reserve(use(7, { everyone: 1000 }), 'b')
    expect(await check(use(4, { uIds: [P] }))).toMatchObject([{ used: '7', over: '1' }])
    expect(await check(use(1, { uIds: [Q] }))).toMatchObject([{ used: '10', over: '1' }])
  })

  it('counts a person over all players, whoever else gives', async () => {
    await limit('person_day', 20)
    const { reserve, check } = node()
    await reserve(use(5, { uIds: [P, Q] }), 'a')
    expect(await check(use(5, { uIds: [P, Q] }))).toEqual([])
    expect(await check(use(6, { uIds: [P, Q] }))).toMatchObject([
      { kind: 'person_day', used: '10', over: '2' },
    ])
    expect(await check(use(6, { uIds: [P, Q] }, { person: { id: 'zhou', name: 'Zhou' } }))).toEqual([])
  })

  it('counts nothing of a use beyond a limit, and says what it is beyond', async () => {
    await limit('mail', 4)
    const { reserve } = node()
    expect(await reserve(use(5, { uIds: [P] }), 'a')).toMatchObject({
      isReserved: false,
      excess: [{ over: '1' }],
    })
    expect(await given()).toEqual([])
  })

  it('the limit of the game counts as well, and none stands while its servers are down', async () => {
    line.world.limits = [{ number: 7, quantity: 4 }]
    expect(await node().check(use(5, { uIds: [P] }))).toMatchObject([{ kind: 'action', source: 'game' }])
    line.world.isDown = true
    expect(await node().check(use(5, { uIds: [P] }))).toEqual([])
  })

  it('keeps the zone last heard while its servers are down', async () => {
    await node().reserve(use(1, { uIds: [P] }), 'a')
    line.world.isDown = true
    await node().reserve(use(1, { uIds: [P] }), 'b')
    expect(await given()).toEqual([['2026-11-26', 'Mei', '2', 2, 2]])
  })

  it('takes back what did not happen, as often as asked', async () => {
    await limit('player_day', 10)
    const { reserve, release, check } = node()
    await reserve(use(10, { uIds: [P] }), 'a')
    await release('a')
    await release('a')
    await release('never')
    expect(await check(use(10, { uIds: [P] }))).toEqual([])
    expect(await given()).toEqual([['2026-11-26', 'Mei', '0', 0, 0]])
    expect(await count(store.read, 'item_use_player')).toBe(0)
    expect((await reserve(use(10, { uIds: [P] }), 'a')).isReserved).toBe(true)
  })

  it('counts from now on what a use has really given, on its own day', async () => {
    await limit('player_day', 10)
    const { reserve, recount, check } = node()
    await reserve(use(10, { uIds: [P, Q] }), 'a')
    nowMs += 86_400_000
    await recount('a', use(10, { uIds: [Q] }).gifts)
    await recount('never', use(10, { uIds: [Q] }).gifts)
    expect(await given()).toEqual([['2026-11-26', 'Mei', '10', 1, 1]])
    nowMs -= 86_400_000
    expect(await check(use(10, { uIds: [P] }))).toEqual([])
    expect(await check(use(1, { uIds: [Q] }))).toMatchObject([{ used: '10' }])
    await recount('a', [])
    expect(await check(use(10, { uIds: [P, Q] }))).toEqual([])
    await node().release('a')
    expect(await given()).toEqual([['2026-11-26', 'Mei', '0', 0, 0]])
  })

  const parts = (more: Partial<UseParts>, ...quantities: [quantity: number, uId: string][]): UseParts => {
    const gifts = quantities.map(([quantity, uId]) => use(quantity, { uIds: [uId] }).gifts)
    const { gifts: _none, ...about } = use(1, { uIds: [] }, { kind: 'edit', about: 'edit-1' })
    return { ...about, parts: gifts, ...more }
  }

  it('counts parts one after the other as far as limits let them, within the write they belong to', async () => {
    await limit('player_day', 10)
    await limit('person_day', 20)
    const { prepare, check } = node()
    const count = await prepare(parts({}, [10, P], [11, Q], [8, Q], [3, Q], [2, Q]), 'a')
    const failing = store.write(async (tx) => {
      await count(tx)
      throw new Error('the rest of the write failed')
    })
    await expect(failing).rejects.toThrow('the rest of the write failed')
    expect(await given()).toEqual([])
    const beyond = await store.write((tx) => count(tx))
    expect(beyond.map((excess) => excess.map(({ kind, used, over }) => [kind, used, over]))).toEqual([
      [],
      [
        ['person_day', '10', '1'],
        ['player_day', '0', '1'],
      ],
      [],
      [
        ['person_day', '18', '1'],
        ['player_day', '8', '1'],
      ],
      [],
    ])
    expect(await given()).toEqual([['2026-11-26', 'Mei', '20', 2, 1]])
    expect(await check(use(1, { uIds: [P] }))).toMatchObject([{ used: '20' }, { used: '10' }])
  })

  it('counts the parts that are wanted alone, and nothing where none is', async () => {
    const { prepare } = node()
    const count = await prepare(parts({}, [4, P], [5, Q]), 'a')
    await store.write((tx) => count(tx, new Set()))
    expect(await given()).toEqual([])
    await store.write((tx) => count(tx, new Set([1])))
    expect(await given()).toEqual([['2026-11-26', 'Mei', '5', 1, 1]])
  })

  it('counts the parts of a request together, over days, and no other request with them', async () => {
    await limit('request', 20)
    const { prepare, giveBack, check } = node()
    const job = (request: string, ...given: [number, string][]) => parts({ request }, ...given)
    const counts = async (key: string, use_: UseParts) => {
      const count = await prepare(use_, key)
      const beyond = await store.write((tx) => count(tx))
      return beyond.map(([excess]) => excess && [excess.kind, excess.used, excess.over])
    }
    expect(await counts('a', job('job-1', [9, P], [9, Q], [3, P]))).toEqual([
      undefined,
      undefined,
      ['request', '18', '1'],
    ])
    nowMs += 86_400_000
    expect(await counts('b', job('job-1', [3, P], [2, Q]))).toEqual([['request', '18', '1'], undefined])
    expect(await counts('c', job('job-2', [20, P]))).toEqual([undefined])
    // Without a request each part is one.
    expect(await counts('d', parts({}, [20, P], [20, Q]))).toEqual([undefined, undefined])
    await store.write((tx) => giveBack(tx, [{ key: 'a', gifts: use(9, { uIds: [P] }).gifts }]))
    expect(await check(use(9, { uIds: [P] }, { request: 'job-1' }))).toEqual([])
    expect(await check(use(10, { uIds: [P] }, { request: 'job-1' }))).toMatchObject([
      { used: '11', over: '1' },
    ])
  })

  it('gives back of each player no more than is counted, and the use goes with its last item', async () => {
    await limit('player_day', 10)
    const { prepare, giveBack, check } = node()
    const count = await prepare(parts({}, [6, P], [7, Q]), 'a')
    await store.write((tx) => count(tx))
    nowMs += 86_400_000
    const { gifts } = use(4, { uIds: [P] })
    await store.write((tx) =>
      giveBack(tx, [
        { key: 'a', gifts },
        { key: 'never', gifts },
      ]),
    )
    expect(await given()).toEqual([['2026-11-26', 'Mei', '9', 2, 1]])
    nowMs -= 86_400_000
    expect(await check(use(8, { uIds: [P] }))).toEqual([])
    expect(await check(use(9, { uIds: [P] }))).toMatchObject([{ used: '2' }])
    await store.write((tx) =>
      giveBack(tx, [
        { key: 'a', gifts },
        { key: 'a', gifts: use(9, { uIds: [Q] }).gifts },
      ]),
    )
    expect(await given()).toEqual([['2026-11-26', 'Mei', '0', 0, 0]])
    expect(await countOf('item_use')).toBe(0)
    expect(await countOf('item_use_player')).toBe(0)
  })

  it('a write that fails gives nothing back', async () => {
    const { prepare, giveBack } = node()
    const count = await prepare(parts({}, [6, P]), 'a')
    await store.write((tx) => count(tx))
    const failing = store.write(async (tx) => {
      await giveBack(tx, [{ key: 'a', gifts: use(6, { uIds: [P] }).gifts }])
      throw new Error('no')
    })
    await expect(failing).rejects.toThrow('no')
    expect(await given()).toEqual([['2026-11-26', 'Mei', '6', 1, 1]])
  })

  it('of many uses at once on two nodes, no more pass than the limit holds', async () => {
    await limit('player_day', 10)
    const nodes = [node(), node()]
    const tries = Array.from({ length: 12 }, (_, at) =>
      nodes[at % 2]!.reserve(use(3, { uIds: [P] }), `key-${at}`),
    )
    const done = await Promise.all(tries)
    expect(done.filter(({ isReserved }) => isReserved)).toHaveLength(3)
    expect(await given()).toEqual([['2026-11-26', 'Mei', '9', 3, 3]])
  })

  it('one key on two nodes at once is counted once, and taken back once', async () => {
    const nodes = [node(), node(), node(), node()]
    await Promise.all(nodes.map(({ reserve }) => reserve(use(3, { uIds: [P] }), 'a')))
    await nodes[0]!.reserve(use(2, { uIds: [P] }), 'b')
    expect(await given()).toEqual([['2026-11-26', 'Mei', '5', 2, 2]])
    await Promise.all(nodes.map(({ release }) => release('a')))
    expect(await given()).toEqual([['2026-11-26', 'Mei', '2', 1, 1]])
  })

  it('of two mails to very many at once, one meets what the other gives', async () => {
    await limit('player_day', 10)
    const uIds = Array.from({ length: 12_000 }, (_, at) => String(30_123_000_000 + at))
    const done = await Promise.all(
      [node(), node()].map(({ reserve }, at) => reserve(use(6, { uIds }), `mail-${at}`)),
    )
    expect(done.map(({ isReserved }) => isReserved).toSorted()).toEqual([false, true])
    expect(done.find(({ isReserved }) => !isReserved)?.excess).toMatchObject([
      { used: '6', asked: '6', over: '2', players: { count: 12_000 } },
    ])
  })

  it('a mail to very many is some packed rows, and is held against what some of them got', async () => {
    await limit('player_day', 10)
    const { reserve, check } = node()
    const uIds = Array.from({ length: 60_000 }, (_, at) => String(30_123_000_000 + at))
    await reserve(use(4, { uIds: [P] }), 'one')
    await reserve(use(6, { uIds }), 'many')
    expect(await count(store.read, 'item_use_player')).toBe(7)
    expect(await check(use(1, { uIds: [P] }))).toMatchObject([{ used: '10', over: '1' }])
    const again = await reserve(use(5, { uIds }), 'again')
    expect(again.excess).toMatchObject([{ used: '10', asked: '5', over: '5', players: { count: 60_000 } }])
    expect(await check(use(4, { uIds }))).toMatchObject([{ over: '4', players: { count: 1, sample: [P] } }])
  })
})
