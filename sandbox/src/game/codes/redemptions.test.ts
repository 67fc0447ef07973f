import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { startFakeConsole } from '../../../testing/fake-console.ts'
import type { FakeConsole } from '../../../testing/fake-console.ts'
import { GameClient } from '../../../testing/game-client.ts'
import { startGameServerForTest } from '../../../testing/index.ts'
import type { TestGameServer } from '../../../testing/index.ts'
import { ConsoleClient } from '../../console/console-client.ts'
import type { MailRow } from '../document.ts'
import { Redemptions } from './redemptions.ts'

const CODE = 'TIDE-7K3M-9QXA'
const GIFT = [
  { number: 10_041, quantity: 3 },
  { number: 1, quantity: 200_000 },
]
const RESERVED = { data: { reservation: 'r-1', gift: GIFT, endsAt: 1 } }
const CONFIRMED = { data: { confirmed: true as const } }
const lost = { data: { refused: 6009 as const, msg: { cn: '已失效', tr: 'Geçersiz' } } }

let folder: string
let game: TestGameServer
let client: GameClient
let console: FakeConsole
beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'qd-codes-'))
  game = await startGameServerForTest({ sId: 124, databasePath: join(folder, 'S124.sqlite') })
  console = await startFakeConsole([game.target], {
    codesRedeem: () => RESERVED,
    codesConfirm: () => CONFIRMED,
    codesCancel: () => ({ data: { cancelled: true } }),
  })
  const { game: world } = game.server
  world.mutate(world.player(uId()), (document) => {
    document.role.language = 'tr'
    document.mail = {}
    document.bag = {}
    document.currency.gold = '7'
  })
  know()
  client = await GameClient.open(game.target)
  await client.enter(world.store.player(uId())!.account)
})
afterEach(async () => {
  await client.close()
  await game.stop()
  await console.stop()
  rmSync(folder, { recursive: true })
})

const uId = () => game.server.game.uIdOf(1)
/** Not through `callAt`: the rounds of the server would run beside those of the test. */
const know = () =>
  Object.defineProperty(game.server.console, 'url', { value: console.url, configurable: true })
const redeem = (code = CODE) => client.send(2401, { code })
const gifts = (): MailRow[] => Object.values(game.server.game.player(uId()).document.mail)
const asked = () => console.calls.map(({ name }) => name)
const states = () => game.server.game.store.redemptions.openOf(uId()).map(({ state }) => state)

/** The same file under a new server's memory: what a restart leaves. */
async function goOn(): Promise<void> {
  const { keyId, hashKey } = game.target
  const fresh = new ConsoleClient({ keyId, hashKey, from: 'lantern/3/124', now: game.clock.now })
  fresh.callAt({ url: console.url })
  await new Redemptions(game.server.game, fresh).resume()
}

describe('a redemption code', () => {
  it('is redeemed, stored, confirmed and delivered, in this order, in the language of the player', async () => {
    const before: string[][] = []
    console.answers = {
      codesRedeem: () => (before.push([...states(), String(gifts().length)]), RESERVED),
      codesConfirm: () => (before.push([...states(), String(gifts().length)]), CONFIRMED),
    }
    const reply = await redeem(`  ${CODE} `)
    expect(reply).toMatchObject({
      status: 0,
      body: {
        state: 1,
        gift: [
          { itemId: 10_041, count: 3 },
          { itemId: 1, count: 200_000 },
        ],
      },
    })
    expect(before).toEqual([
      ['asked', '0'],
      ['reserved', '0'],
    ])
    const { role, currency } = game.server.game.player(uId()).document
    expect(console.calls).toMatchObject([
      {
        name: 'codesRedeem',
        input: {
          code: CODE,
          uId: uId(),
          roleId: uId(),
          sId: 124,
          attributes: {
            channel: role.channel,
            level: role.level,
            vip: role.vip,
            registeredAt: role.createdAt * 1000,
            language: 'tr',
            recharge: Number(currency.totalRecharge),
            openDay: 1,
          },
        },
      },
      { name: 'codesConfirm', input: { sId: 124, reservation: 'r-1' } },
    ])
    expect(gifts()).toMatchObject([{ title: 'Kod hediyesi', body: expect.stringContaining(CODE) }])
    expect(client.pushes.map(({ cmd }) => cmd)).toEqual(expect.arrayContaining([1100, 1710]))
    expect((await client.send(1702, { mailId: gifts()[0]!.mailId })).status).toBe(0)
    expect(game.server.game.player(uId()).document).toMatchObject({
      bag: { 10_041: { count: 3 } },
      currency: { gold: '200007' },
    })
    expect(states()).toEqual([])
  })

  it('is refused in the words of the console, and nothing is confirmed', async () => {
    for (const refused of [6001, 6002, 6003, 6004, 6005, 6006, 6007, 6008] as const) {
      const msg = { cn: '不行', tr: `Olmaz ${refused}` }
      console.answers = { codesRedeem: () => ({ data: { refused, msg } }) }
      const { status, body } = await redeem()
      expect([status, body.code, body.msg]).toEqual([1, refused, `Olmaz ${refused}`])
    }
    expect(new Set(asked())).toEqual(new Set(['codesRedeem']))
    expect([gifts(), states()]).toEqual([[], []])
  })

  it('that was given away meanwhile is not delivered, however often the server tries', async () => {
    console.answers = { codesRedeem: () => RESERVED, codesConfirm: () => lost }
    const { status, body } = await redeem()
    expect([status, body.code, body.msg]).toEqual([1, 6009, 'Geçersiz'])
    await goOn()
    expect([gifts(), states(), asked().length]).toEqual([[], [], 2])
  })

  it.each(['hang_up', 'unsigned'] as const)(
    'a confirmation whose answer is lost (%s) is asked again',
    async (how) => {
      console.answers = { codesRedeem: () => RESERVED, codesConfirm: () => how }
      expect((await redeem()).body).toMatchObject({ state: 2 })
      expect([gifts(), states()]).toEqual([[], ['reserved']])
      console.answers = { codesConfirm: () => CONFIRMED }
      await goOn()
      await goOn()
      expect(gifts()).toHaveLength(1)
      expect(asked()).toEqual(['codesRedeem', 'codesConfirm', 'codesConfirm'])
    },
  )

  it('whose answer was lost is asked for under the same name, once the console answers', async () => {
    console.answers = { codesRedeem: () => 'hang_up' }
    expect((await redeem()).body).toMatchObject({ state: 2, gift: [] })
    expect((await redeem('ANOTHER-CODE')).body.code).toBe(4001)
    console.answers = { codesRedeem: () => RESERVED, codesConfirm: () => CONFIRMED }
    await goOn()
    expect(gifts()).toHaveLength(1)
    const ids = console.calls.flatMap(({ name, input }) =>
      name === 'codesRedeem' ? [(input as { requestId: string }).requestId] : [],
    )
    expect([ids.length, new Set(ids).size]).toEqual([2, 1])
  })

  it('goes on at the next try of the player as well', async () => {
    console.answers = { codesRedeem: () => RESERVED, codesConfirm: () => ({ status: 503, code: 'down' }) }
    expect((await redeem()).body).toMatchObject({ state: 2 })
    console.answers = { codesConfirm: () => CONFIRMED }
    expect((await redeem()).body).toMatchObject({ state: 1 })
    expect(gifts()).toHaveLength(1)
  })

  it('two tries at once are one', async () => {
    const both = await Promise.all([redeem(), redeem()])
    expect(both.map(({ status, body }) => [status, body.code ?? body.state])).toEqual([
      [0, 1],
      [1, 4001],
    ])
    expect(gifts()).toHaveLength(1)
  })

  it('waits with its gift for room in the mailbox', async () => {
    const { game: world } = game.server
    world.mutate(world.player(uId()), (document) => {
      const row = {
        title: '',
        body: '',
        sender: '',
        sendAt: 0,
        expireAt: 4_000_000_000,
        isRead: 1,
        isClaimed: 1,
      }
      const rows = Array.from({ length: 100 }, (_, index) => ({
        ...row,
        mailId: String(index + 1),
        attach: [],
      }))
      document.mail = Object.fromEntries(rows.map((one) => [one.mailId, one]))
    })
    expect((await redeem()).body).toMatchObject({ state: 2 })
    expect([states(), gifts().length]).toEqual([['confirmed'], 100])
    await goOn()
    expect(gifts()).toHaveLength(100)
    world.mutate(world.player(uId()), ({ mail }) => {
      delete mail['7']
    })
    await goOn()
    expect(gifts().filter(({ title }) => title === 'Kod hediyesi')).toHaveLength(1)
    expect(asked()).toEqual(['codesRedeem', 'codesConfirm'])
  })

  it('is given back when its gift is none this game has', async () => {
    const gift = [{ number: 99_999, quantity: 1 }]
    console.answers = {
      ...console.answers,
      codesRedeem: () => ({ data: { reservation: 'r-2', gift, endsAt: 1 } }),
    }
    expect((await redeem()).status).toBe(1)
    expect(asked()).toEqual(['codesRedeem', 'codesCancel'])
    expect([gifts(), states()]).toEqual([[], []])
  })

  it('is not confirmed after seven days', async () => {
    console.answers = { codesRedeem: () => RESERVED, codesConfirm: () => 'hang_up' }
    await redeem()
    console.answers = { codesConfirm: () => CONFIRMED }
    game.clock.advance(7 * 86_400_000 + 1000)
    await goOn()
    expect([gifts(), states(), asked().length]).toEqual([[], [], 2])
  })

  it('that is no code, or that the console cannot read, is refused', async () => {
    expect((await redeem('   ')).body.code).toBe(2004)
    expect((await redeem('x'.repeat(65))).body.code).toBe(2004)
    expect(asked()).toEqual([])
    console.answers = { codesRedeem: () => ({ status: 400, code: 'field_invalid' }) }
    expect((await redeem('\u0000')).body.code).toBe(6001)
    expect(states()).toEqual([])
  })

  it('needs a console and a player who has entered', async () => {
    const stranger = await GameClient.open(game.target)
    expect((await stranger.send(2401, { code: CODE })).status).toBe(2)
    await stranger.close()
    Object.defineProperty(game.server.console, 'url', { value: null })
    expect((await redeem()).body.code).toBe(4001)
    expect(states()).toEqual([])
  })
})
