import type { Change } from '@qd/protocol-model'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { callGame } from '../../testing/call-game.ts'
import { NOTABLE_U_ID, startGameServerForTest } from '../../testing/index.ts'
import type { TestGameServer } from '../../testing/index.ts'
import type { PlayerDocument } from '../game/document.ts'
import type { LivePlayer } from '../game/live-player.ts'
import { GOODS } from '../world/catalogue.ts'

const operator = { opId: '7', user: 'tester', reason: 'test', requestId: 'r-1' }

let game: TestGameServer
let player: LivePlayer
let document: PlayerDocument

beforeAll(async () => {
  game = await startGameServerForTest({ sId: 123 })
  player = game.server.game.player(NOTABLE_U_ID)
})
afterAll(() => game.stop())
beforeEach(() => {
  document = player.document
})

const check = (changes: Change[]) =>
  callGame(game.target, 'dataCheck', { uId: NOTABLE_U_ID, version: '0', changes })
const change = (changes: Change[], onlinePolicy?: 'live' | 'kick' | 'refuse') =>
  callGame(game.target, 'dataChange', { uId: NOTABLE_U_ID, version: '0', changes, operator, onlinePolicy })

function setField(diff: string, path: string, old: unknown, value: unknown): Change {
  return { diff, path: [path], op: 'set', value, old }
}

function setCell(
  diff: string,
  key: number | string,
  cell: [field: string, old: unknown, value: unknown],
): Change {
  return { diff, key: String(key), path: [cell[0]], op: 'set', value: cell[2], old: cell[1] }
}

describe('change', () => {
  it('changes a value, saves it and tells what changed', async () => {
    const { count } = document.bag[10_007]!
    const answer = await change([setCell('BagItem', 10_007, ['count', count, count + 200])])
    expect(answer.envelope.data).toEqual({
      version: String(player.version),
      c: [{ d: 'bag', change: JSON.stringify({ itemId: 10_007, count: count + 200 }) }],
      results: [{ index: 0, status: 0, code: 0, msg: '' }],
    })
    const stored = JSON.parse(game.server.game.store.player(NOTABLE_U_ID)?.document ?? '') as PlayerDocument
    expect(stored.bag[10_007]?.count).toBe(count + 200)
  })

  it('[contract-int64] keeps an int64 exact', async () => {
    const { gold } = document.currency
    await change([setField('CurrencyInfo', 'gold', gold, '9223372036854775807')])
    const read = await callGame(game.target, 'dataGet', {
      uId: NOTABLE_U_ID,
      items: [{ diff: 'CurrencyInfo' }],
    })
    expect(read.envelope.data?.tables.currency).toMatchObject({ gold: '9223372036854775807' })
    await change([setField('CurrencyInfo', 'gold', '9223372036854775807', gold)])
  })

  it('[contract-conflict] merges when something else moved, refuses with what stands there when the value moved', async () => {
    const { count } = document.bag[10_055]!
    game.server.game.mutate(player, ({ role }) => {
      role.onlineSeconds += 5
    })
    const merged = await change([setCell('BagItem', 10_055, ['count', count, count + 1])])
    expect(merged.envelope.status).toBe(0)
    const refused = await change([
      setField('RoleInfo', 'likes', document.role.likes, document.role.likes + 1),
      setCell('BagItem', 10_055, ['count', count, count + 2]),
    ])
    expect(refused.httpStatus).toBe(409)
    expect(refused.envelope).toMatchObject({
      status: 2003,
      err: { details: { conflicts: [{ index: 1, current: count + 1 }] } },
    })
    expect(player.document.role.likes).toBe(document.role.likes)
  })

  it('[contract-rows] refuses single rows and makes the others', async () => {
    const { likes, vip } = document.role
    const answer = await change([
      setField('RoleInfo', 'vip', vip, 16),
      setField('RoleInfo', 'likes', likes, likes + 1),
      setField('RoleInfo', 'uId', NOTABLE_U_ID, '30123000046'),
      setCell('BagItem', 10_060, ['count', document.bag[10_060]?.count, 201]),
      { diff: 'BagItem', key: '99998', path: [], op: 'add', value: { itemId: 99_998, count: 1 } },
    ])
    const codes = answer.envelope.data?.results.map(({ status, code }) => [status, code])
    expect(codes).toEqual([
      [422, 2004],
      [0, 0],
      [422, 2004],
      [422, 2005],
      [422, 2004],
    ])
    expect(player.document.role).toMatchObject({ likes: likes + 1, vip, uId: NOTABLE_U_ID })
  })

  it('[contract-rows] adds a row complete, changes a list element by its key, and takes the row away again', async () => {
    const mailId = '900000000000000001'
    const added = await change([
      {
        diff: 'MailInfo',
        key: mailId,
        path: [],
        op: 'add',
        value: { mailId, title: '补偿', attach: [{ itemId: 10_001, count: 2 }] },
      },
      { diff: 'MailInfo', key: mailId, path: ['attach', '10001', 'count'], op: 'set', value: 3, old: 2 },
    ])
    expect(added.envelope.data?.results.map((row) => row.msg)).toEqual(['', ''])
    const row = player.document.mail[mailId]
    expect(row).toMatchObject({ sender: '系统', isRead: 0, attach: [{ itemId: 10_001, count: 3 }] })
    const removed = await change([{ diff: 'MailInfo', key: mailId, path: [], op: 'remove', old: row }])
    expect(removed.envelope.data?.c).toEqual([{ d: 'mail', change: JSON.stringify({ [mailId]: null }) }])
  })

  it('[contract-rows] refuses items, channels and servers that do not exist, wherever they stand', async () => {
    const answer = await check([
      setField('RoleInfo', 'channel', 'taptap', 'steam'),
      {
        diff: 'HeroInfo',
        key: '1001',
        path: ['equips'],
        op: 'set',
        old: document.hero[1001]?.equips,
        value: [{ slot: 1, itemId: 77, enhance: 0 }],
      },
      {
        diff: 'MailInfo',
        key: '5',
        path: [],
        op: 'add',
        value: { mailId: '5', title: 'x', attach: [{ itemId: 77, count: 1 }] },
      },
    ])
    expect(answer.envelope.data?.refused.map(({ code }) => code)).toEqual([2004, 2004, 2004])
  })

  it.each(['__proto__', 'constructor', 'prototype'])(
    '[contract-input] never takes %s as a key',
    async (key) => {
      const answer = await change([
        { diff: 'MailInfo', key, path: [], op: 'add', value: { mailId: '1', title: 'x' } },
        { diff: 'RoleInfo', path: [key], op: 'set', value: 1, old: 1 },
        { diff: key, path: ['x'], op: 'set', value: 1, old: 1 },
      ])
      expect(answer.envelope.data?.results.map((row) => row.code)).toEqual([2004, 2004, 2004])
    },
  )

  it('[contract-online] refuses an online player when asked to, and ends the session when asked to', async () => {
    player.isWandering = true
    const edit = (policy: 'refuse' | 'kick') =>
      change([setField('RoleInfo', 'title', player.document.role.title, policy)], policy)
    expect((await edit('refuse')).envelope.status).toBe(2002)
    expect((await edit('kick')).envelope.status).toBe(0)
    expect(player.isWandering).toBe(false)
  })
})

describe('check', () => {
  it('tells in sentences what would happen, and changes nothing', async () => {
    const version = player.version
    const { diamond } = document.currency
    const { count } = document.bag[10_007]!
    const answer = await check([
      setCell('BagItem', 10_007, ['count', count, count + 200]),
      setField('CurrencyInfo', 'diamond', diamond, diamond + 2000),
      setField('RoleInfo', 'title', document.role.title, '破浪者'),
    ])
    expect(answer.envelope.data?.actions.map((action) => action.text)).toEqual([
      '增加 潮汐晶石 ×200',
      '增加 钻石 ×2,000',
      `把 角色 的 称号 从 ${document.role.title} 改为 破浪者`,
    ])
    expect(answer.envelope.data?.warnings).toMatchObject([{ index: 1, code: 2005 }])
    expect(player.version).toBe(version)
  })
})

describe('a purchase lowers the currency and fills the bag', () => {
  const goods = GOODS.get(301)!

  function purchase(times: number): Record<'row' | 'paid' | 'spent' | 'diamond' | 'bag', Change> {
    const { shopGoods, shop, currency, bag } = document
    const row = shopGoods[301]!
    const cost = goods.price * times
    const pieces = bag[goods.itemId]?.count ?? 0
    return {
      row: setCell('ShopGoods', 301, ['bought', row.bought, row.bought + times]),
      paid: setCell('ShopGoods', 301, ['paid', row.paid, row.paid + cost]),
      spent: setField('ShopState', 'spent', shop.spent, String(BigInt(shop.spent) + BigInt(cost))),
      diamond: setField('CurrencyInfo', 'diamond', currency.diamond, currency.diamond - cost),
      bag: setCell('BagItem', goods.itemId, ['count', pieces, pieces + goods.pack * times]),
    }
  }

  it('[rule-purchase] accepts a purchase whose four books agree', async () => {
    const answer = await check(Object.values(purchase(1)))
    expect(answer.envelope.data?.refused).toEqual([])
  })

  it.each(['row', 'paid', 'spent', 'diamond', 'bag'] as const)(
    '[rule-purchase] refuses all of it without the change of %s',
    async (left) => {
      const changes = Object.entries(purchase(1)).flatMap(([name, one]) => (name === left ? [] : [one]))
      const answer = await check(changes)
      expect(answer.envelope.data?.refused.length).toBeGreaterThanOrEqual(3)
      expect(answer.envelope.data?.refused.every((row) => row.code === 2004)).toBe(true)
    },
  )

  it('[rule-purchase] leaves gifts of diamonds and items alone', async () => {
    const { diamond, bag } = purchase(1)
    const answer = await check([bag, { ...diamond, value: document.currency.diamond + 5 }])
    expect(answer.envelope.data?.refused).toEqual([])
  })
})

describe('level unlocks quests', () => {
  it('[rule-level] refuses a level below what an accepted quest needs', async () => {
    const answer = await check([setField('RoleInfo', 'level', 72, 30)])
    expect(answer.envelope.data?.refused).toMatchObject([{ index: 0, code: 2004 }])
  })

  it('[rule-level] refuses a quest above the level, takes it together with the level', async () => {
    const quest: Change = {
      diff: 'QuestInfo',
      key: '2096',
      path: [],
      op: 'add',
      value: { questId: 2096, needLevel: 99, target: 5, state: 1 },
    }
    expect((await check([quest])).envelope.data?.refused).toMatchObject([{ index: 0, code: 2004 }])
    const both = await check([setField('RoleInfo', 'level', 72, 99), quest])
    expect(both.envelope.data?.refused).toEqual([])
    expect(both.envelope.data?.warnings).toMatchObject([{ index: 0 }])
  })
})

describe('leaving a guild clears the shop discount', () => {
  it('[rule-guild] refuses to leave with a discount, takes both together', async () => {
    const { guildId } = document.guild
    const { discount } = document.shop
    expect(discount).toBeGreaterThan(0)
    const leave = setField('GuildInfo', 'guildId', guildId, '0')
    const clear = setField('ShopState', 'discount', discount, 0)
    expect((await check([leave])).envelope.data?.refused).toMatchObject([{ index: 0, code: 2004 }])
    expect((await check([leave, clear])).envelope.data?.refused).toEqual([])
  })

  it('[rule-guild] refuses a discount without a guild', async () => {
    const { guildId } = document.guild
    const leave = setField('GuildInfo', 'guildId', guildId, '0')
    const clear = setField('ShopState', 'discount', document.shop.discount, 0)
    await change([leave, clear])
    const answer = await check([setField('ShopState', 'discount', 0, 5)])
    expect(answer.envelope.data?.refused).toMatchObject([{ index: 0, code: 2004 }])
  })
})
