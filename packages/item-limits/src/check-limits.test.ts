import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { addAmounts, amountForEach, checkLimits, sumUse } from './index.ts'
import type { Gift, ItemLimit, LimitKind, Use, UsedToday } from './index.ts'

const ITEMS = ['1', '2']
const PLAYERS = ['101', '102', '103', '9223372036854775807']

const limit = (kind: LimitKind, quantity: number, source: ItemLimit['source'] = 'console'): ItemLimit => ({
  number: '1',
  kind,
  quantity: String(quantity),
  source,
})
const gift = (quantity: number, to: Gift['to']): Gift => ({
  entries: [{ number: '1', quantity: String(quantity) }],
  to,
})
const mail = (...gifts: Gift[]): Use => ({ kind: 'mail', gifts })
const nothingUsed: UsedToday = { person: new Map(), everyone: new Map(), players: new Map() }
const used = (person: number, everyone = 0, players: Record<string, number> = {}): UsedToday => ({
  person: new Map([['1', BigInt(person)]]),
  everyone: new Map([['1', BigInt(everyone)]]),
  players: new Map([
    ['1', addAmounts(Object.entries(players).map(([uId, amount]) => amountForEach([uId], BigInt(amount))))],
  ]),
})
const found = (limits: ItemLimit[], use: Use, before = nothingUsed) =>
  checkLimits(limits, use, before).map(({ kind, source, limit, used, asked, over }) => [
    kind,
    source,
    ...[limit, used, asked, over].map(Number),
  ])

describe('a use beyond a limit', () => {
  const three = { uIds: PLAYERS.slice(0, 3) }

  it.each<[string, ItemLimit, Use, UsedToday, unknown[] | null]>([
    ['one go, at it', limit('action', 5), mail(gift(5, three)), nothingUsed, null],
    ['one go', limit('action', 5), mail(gift(7, three)), nothingUsed, ['action', 'console', 5, 0, 7, 2]],
    [
      'of a game',
      limit('action', 5, 'game'),
      mail(gift(7, three)),
      nothingUsed,
      ['action', 'game', 5, 0, 7, 2],
    ],
    ['a mail', limit('mail', 5), mail(gift(7, three)), nothingUsed, ['mail', 'console', 5, 0, 7, 2]],
    ['no mail', limit('mail', 5), { kind: 'code', gifts: [gift(7, three)] }, nothingUsed, null],
    [
      'a request',
      limit('request', 20),
      mail(gift(7, three)),
      nothingUsed,
      ['request', 'console', 20, 0, 21, 1],
    ],
    ['a player, new', limit('player_day', 7), mail(gift(7, three)), nothingUsed, null],
    [
      'a player',
      limit('player_day', 7),
      mail(gift(7, three)),
      used(0, 0, { 102: 3 }),
      ['player_day', 'console', 7, 3, 7, 3],
    ],
    ['another player', limit('player_day', 7), mail(gift(7, three)), used(0, 0, { 999: 3 }), null],
    [
      'what all got',
      limit('player_day', 7),
      mail(gift(7, three)),
      used(0, 1),
      ['player_day', 'console', 7, 1, 7, 1],
    ],
    [
      'everyone',
      limit('player_day', 7),
      mail(gift(7, { everyone: 50 })),
      used(0, 0, { 999: 3 }),
      ['player_day', 'console', 7, 3, 7, 3],
    ],
    ['unnamed', limit('player_day', 7), mail(gift(7, { unnamed: 50 })), used(0, 0, { 999: 3 }), null],
    [
      'unnamed, all',
      limit('player_day', 7),
      mail(gift(7, { unnamed: 50 })),
      used(0, 2),
      ['player_day', 'console', 7, 2, 7, 2],
    ],
    [
      'a person',
      limit('person_day', 350),
      mail(gift(7, { everyone: 50 })),
      used(1),
      ['person_day', 'console', 350, 1, 350, 1],
    ],
    ['another item', { ...limit('action', 1), number: '2' }, mail(gift(7, three)), nothingUsed, null],
  ])('%s', (...[, bound, use, before, expected]) => {
    expect(found([bound], use, before)).toEqual(expected === null ? [] : [expected])
  })

  it('the lower of game and console binds, and a mail is told of one of the two', () => {
    const all = [limit('action', 5, 'game'), limit('action', 4), limit('mail', 3), limit('action', 9, 'game')]
    expect(found(all, mail(gift(7, three)))).toEqual([['mail', 'console', 3, 0, 7, 4]])
    expect(found(all, { kind: 'edit', gifts: [gift(7, three)] })).toEqual([['action', 'console', 4, 0, 7, 3]])
  })

  it('says how many players get beyond it, and who', () => {
    const [named] = checkLimits(
      [limit('player_day', 8)],
      mail(gift(7, three)),
      used(0, 0, { 101: 2, 103: 2 }),
    )
    expect(named?.players).toEqual({ count: 2, sample: ['101', '103'] })
    const [all] = checkLimits([limit('player_day', 6)], mail(gift(7, { everyone: 50 })), nothingUsed)
    expect(all?.players).toEqual({ count: 50, sample: [] })
  })

  it('a player who stands there twice gets it twice', () => {
    const twice = mail(gift(3, { uIds: ['101', '101'] }), gift(2, { uIds: ['101'] }))
    expect(found([limit('action', 7)], twice)).toEqual([['action', 'console', 7, 0, 8, 1]])
  })
})

/** The rules said slowly: one player after the other. */
function slowly(limits: ItemLimit[], use: Use, before: UsedToday): Set<string> {
  const over = new Set<string>()
  const amount = (each: Gift, number: string) =>
    each.entries.reduce((sum, entry) => sum + (entry.number === number ? BigInt(entry.quantity) : 0n), 0n)
  for (const { number, kind, quantity } of limits) {
    const everyoneBefore = before.everyone.get(number) ?? 0n
    const list = before.players.get(number)
    const usedBy = (uId: string) => list?.amounts[list.uIds.indexOf(BigInt(uId))] ?? 0n
    let total = 0n
    for (const each of use.gifts) {
      const count =
        'uIds' in each.to ? each.to.uIds.length : 'everyone' in each.to ? each.to.everyone : each.to.unnamed
      total += amount(each, number) * BigInt(count)
    }
    // `stranger`: a player whom neither the use nor the ledger names.
    for (const player of [...PLAYERS, 'stranger']) {
      let gets = 0n
      for (const each of use.gifts) {
        const times =
          'uIds' in each.to
            ? each.to.uIds.filter((uId) => uId === player).length
            : 'everyone' in each.to || player === 'stranger'
              ? 1
              : 0
        gets += amount(each, number) * BigInt(times)
      }
      const has = everyoneBefore + (player === 'stranger' ? 0n : usedBy(player))
      if (gets === 0n) continue
      if (kind === 'action' && gets > BigInt(quantity)) over.add(`${number}/${kind}`)
      if (kind === 'player_day' && has + gets > BigInt(quantity)) over.add(`${number}/${kind}`)
    }
    if (kind === 'request' && total > BigInt(quantity)) over.add(`${number}/${kind}`)
    const given = before.person.get(number) ?? 0n
    const counts = use.gifts.some((each) => each.entries.some((entry) => entry.number === number))
    if (kind === 'person_day' && counts && given + total > BigInt(quantity)) over.add(`${number}/${kind}`)
  }
  return over
}

const anItem = fc.constantFrom(...ITEMS)
const quantity = fc.integer({ min: 1, max: 20 }).map(String)
const recipients: fc.Arbitrary<Gift['to']> = fc.oneof(
  fc.record({ uIds: fc.array(fc.constantFrom(...PLAYERS), { minLength: 1, maxLength: 5 }) }),
  fc.record({ everyone: fc.integer({ min: 1, max: 5 }) }),
  fc.record({ unnamed: fc.integer({ min: 1, max: 5 }) }),
)
const gifts = fc.array(
  fc.record({ entries: fc.array(fc.record({ number: anItem, quantity }), { maxLength: 3 }), to: recipients }),
  { maxLength: 4 },
)
const amounts = fc
  .dictionary(fc.constantFrom(...PLAYERS), fc.bigInt({ min: 1n, max: 20n }))
  .map((by) => addAmounts(Object.entries(by).map(([uId, amount]) => amountForEach([uId], amount))))
const perItem = <T>(value: fc.Arbitrary<T>) =>
  fc.dictionary(anItem, value).map((by) => new Map(Object.entries(by)))
const ledger = fc.record({
  person: perItem(fc.bigInt({ min: 0n, max: 50n })),
  everyone: perItem(fc.bigInt({ min: 0n, max: 10n })),
  players: perItem(amounts),
})
const kind = fc.constantFrom<LimitKind>('action', 'request', 'player_day', 'person_day')
const limitsOf = fc.uniqueArray(
  fc.record({
    number: anItem,
    kind,
    quantity: fc.integer({ min: 0, max: 60 }).map(String),
    source: fc.constant('console' as const),
  }),
  { selector: (each) => `${each.number}/${each.kind}` },
)

describe('any use', () => {
  it('is beyond exactly the limits that counting player by player finds', () => {
    fc.assert(
      fc.property(limitsOf, gifts, ledger, (limits, all, before) => {
        const over = checkLimits(limits, { kind: 'function', gifts: all }, before)
        expect(new Set(over.map((each) => `${each.number}/${each.kind}`))).toEqual(
          slowly(limits, { kind: 'function', gifts: all }, before),
        )
        for (const each of over) {
          expect(BigInt(each.over)).toBe(BigInt(each.used) + BigInt(each.asked) - BigInt(each.limit))
          expect(BigInt(each.over)).toBeGreaterThan(0n)
        }
      }),
      { numRuns: 500 },
    )
  })

  it('is beyond the limits of a line and of its operator exactly where it is beyond the stricter', () => {
    const amount = fc.integer({ min: 0, max: 40 })
    const kinds = fc.constantFrom<LimitKind>('action', 'mail', 'request', 'player_day', 'person_day')
    const limits = fc.record({ kind: kinds, line: amount, operator: amount })
    fc.assert(
      fc.property(
        limits,
        fc.integer({ min: 1, max: 60 }),
        amount,
        ({ kind, line, operator }, given, before) => {
          const use = mail(gift(given, { uIds: ['101', '102'] }))
          const day = used(before, 0, { 101: before })
          const both = found([limit(kind, line), limit(kind, operator)], use, day)
          expect(both).toEqual(found([limit(kind, Math.min(line, operator))], use, day))
          expect(found([limit(kind, operator), limit(kind, line)], use, day)).toEqual(both)
        },
      ),
    )
  })

  it('split in two, each counted after the other, is beyond a limit of a day as the whole is', () => {
    fc.assert(
      fc.property(
        fc.array(fc.integer({ min: 1, max: 20 }), { minLength: 1, maxLength: 6 }),
        fc.integer({ min: 1, max: 60 }),
        (each, most) => {
          const limits = [limit('player_day', most), limit('person_day', most)]
          const whole = mail(...each.map((amount) => gift(amount, { uIds: ['101'] })))
          const sum = each.reduce((so, amount) => so + amount, 0)
          const last = each.at(-1) ?? 0
          const rest = used(sum - last, 0, sum === last ? {} : { 101: sum - last })
          const after = checkLimits(limits, mail(gift(last, { uIds: ['101'] })), rest)
          expect(after.length).toBe(checkLimits(limits, whole, nothingUsed).length)
        },
      ),
    )
  })

  it('of a million players is counted within seconds', () => {
    const uIds = Array.from({ length: 1_000_000 }, (_, at) =>
      String(30_123_000_000 + ((at * 7919) % 1_000_000)),
    )
    const use = mail(gift(7, { uIds }))
    const players = sumUse(use).get('1')?.players
    expect(players?.uIds.length).toBe(1_000_000)
    const before = { ...nothingUsed, players: new Map([['1', players ?? amountForEach([], 0n)]]) }
    const over = checkLimits([limit('player_day', 13)], use, before)
    expect(over[0]?.players?.count).toBe(1_000_000)
  })
})

describe('amounts by player', () => {
  it('add up to the same in any grouping, sorted, each player once', () => {
    const part = fc.tuple(fc.array(fc.constantFrom(...PLAYERS)), fc.bigInt({ min: 1n, max: 9n }))
    fc.assert(
      fc.property(fc.array(part), (parts) => {
        const sum = addAmounts(parts.map(([uIds, amount]) => amountForEach(uIds, amount)))
        const expected = new Map<bigint, bigint>()
        for (const [uIds, amount] of parts) {
          for (const uId of uIds.map(BigInt)) expected.set(uId, (expected.get(uId) ?? 0n) + amount)
        }
        const sorted = [...expected].sort(([left], [right]) => (left < right ? -1 : 1))
        expect([...sum.uIds].map((uId, at) => [uId, sum.amounts[at]])).toEqual(sorted)
      }),
    )
  })
})
