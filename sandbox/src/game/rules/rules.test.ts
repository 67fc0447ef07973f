import type { Change } from '@qd/protocol-model'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { GOODS, QUESTS } from '../../world/catalogue.ts'
import { loadDefinitions } from '../definitions/load-definitions.ts'
import type { PlayerDocument } from '../document.ts'
import { planEdit } from '../edit/plan-edit.ts'
import { sumOf } from '../int64.ts'
import { seedDocument } from '../seed/seed-document.ts'
import { seededSummary } from '../seed/player-summary.ts'

const definitions = loadDefinitions(undefined, () => undefined)
const place = { platform: 3, sId: 123, seededAt: 1_795_000_000 }
const before = seedDocument(seededSummary(3, 123, 45), place)

const small = fc.integer({ min: -3, max: 3 })
const quests = [...QUESTS.values()]

/** One edit near a rule: sometimes right, mostly wrong, with the true old value. */
const edit: fc.Arbitrary<Change> = fc.oneof(
  fc
    .tuple(fc.constantFrom(...GOODS.keys()), fc.constantFrom('bought', 'paid'), small)
    .map(([goodsId, field, step]) => {
      const row = before.shopGoods[goodsId]!
      const old = field === 'bought' ? row.bought : row.paid
      const value = Math.max(0, old + step * (field === 'bought' ? 1 : row.price))
      return { diff: 'ShopGoods', key: String(goodsId), path: [field], op: 'set' as const, old, value }
    }),
  fc.tuple(fc.constantFrom(...GOODS.values()), small).map(([goods, step]) => ({
    diff: 'ShopState',
    path: ['spent'],
    op: 'set' as const,
    old: before.shop.spent,
    value: String(BigInt(before.shop.spent) + BigInt(goods.price * step)),
  })),
  fc.tuple(fc.constantFrom(...GOODS.values()), small).map(([goods, step]) => ({
    diff: 'CurrencyInfo',
    path: ['diamond'],
    op: 'set' as const,
    old: before.currency.diamond,
    value: Math.max(0, before.currency.diamond + goods.price * step),
  })),
  fc.integer({ min: 1, max: 100 }).map((value) => ({
    diff: 'RoleInfo',
    path: ['level'],
    op: 'set' as const,
    old: 72,
    value,
  })),
  fc.constantFrom(...quests).map((quest) => ({
    diff: 'QuestInfo',
    key: String(quest.questId),
    path: [],
    op: 'add' as const,
    value: { questId: quest.questId, needLevel: quest.needLevel, target: quest.target },
  })),
  fc.constantFrom('0', '1', '5').map((value) => ({
    diff: 'GuildInfo',
    path: ['guildId'],
    op: 'set' as const,
    old: before.guild.guildId,
    value,
  })),
  fc.integer({ min: 0, max: 30 }).map((value) => ({
    diff: 'ShopState',
    path: ['discount'],
    op: 'set' as const,
    old: before.shop.discount,
    value,
  })),
)

function expectRules(after: PlayerDocument): void {
  const { role, quest, guild, shop, shopGoods, currency } = after
  expect(shop.spent).toBe(sumOf(Object.values(shopGoods).map((row) => row.paid)))
  const spent = Number(shop.spent) - Number(before.shop.spent)
  if (spent !== 0) expect(currency.diamond - before.currency.diamond).toBe(-spent)
  const open = Object.values(quest).filter((row) => row.state !== 3)
  expect(open.every((row) => row.needLevel <= role.level)).toBe(true)
  if (guild.guildId === '0') expect(shop.discount).toBe(0)
}

describe('edits', () => {
  it('[rule-all] whatever is asked for, what is accepted keeps the three rules and what was there stays untouched', () => {
    const untouched = structuredClone(before)
    fc.assert(
      fc.property(fc.array(edit, { minLength: 1, maxLength: 8 }), (changes) => {
        const plan = planEdit(definitions, before, changes)
        expectRules(plan.document)
        expect(plan.accepted.length + plan.refused.size + plan.conflicts.length).toBe(changes.length)
      }),
      { seed: 2026, numRuns: 500 },
    )
    expect(before).toEqual(untouched)
  })

  it('[rule-purchase] a refund gives the diamonds back and takes the items', () => {
    const row = Object.values(before.shopGoods).find(
      ({ bought, itemId, pack }) => bought > 1 && (before.bag[itemId]?.count ?? 0) >= pack,
    )!
    const key = String(row.goodsId)
    const refund = Math.ceil(row.paid / row.bought)
    const pieces = before.bag[row.itemId]!.count
    const { shop, currency } = before
    const changes: Change[] = [
      { diff: 'ShopGoods', key, path: ['bought'], op: 'set', old: row.bought, value: row.bought - 1 },
      { diff: 'ShopGoods', key, path: ['paid'], op: 'set', old: row.paid, value: row.paid - refund },
      {
        diff: 'ShopState',
        path: ['spent'],
        op: 'set',
        old: shop.spent,
        value: String(Number(shop.spent) - refund),
      },
      {
        diff: 'CurrencyInfo',
        path: ['diamond'],
        op: 'set',
        old: currency.diamond,
        value: currency.diamond + refund,
      },
      {
        diff: 'BagItem',
        key: String(row.itemId),
        path: ['count'],
        op: 'set',
        old: pieces,
        value: pieces - row.pack,
      },
    ]
    expect([...planEdit(definitions, before, changes).refused.values()]).toEqual([])
    expect(planEdit(definitions, before, changes.slice(0, 4)).refused.size).toBe(4)
  })
})
