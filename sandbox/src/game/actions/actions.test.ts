import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { GameClient } from '../../../testing/game-client.ts'
import { NOTABLE_U_ID, startGameServerForTest } from '../../../testing/index.ts'
import type { TestGameServer } from '../../../testing/index.ts'
import { GOODS, QUESTS } from '../../world/catalogue.ts'
import { SLOW_ACTIONS } from '../codes/redeem-code.ts'
import type { PlayerDocument } from '../document.ts'
import { runTick } from '../tick/run-tick.ts'
import { ACTIONS } from './actions.ts'

interface Step {
  cmd: number
  request: (document: PlayerDocument) => Record<string, unknown>
}

let game: TestGameServer
let client: GameClient
const changed = new Set<string>()
const answered = new Set<number>()

/** In an order in which each one succeeds. */
const STEPS: Step[] = [
  { cmd: 1002, request: () => ({ clientTime: '1795000000000' }) },
  { cmd: 1201, request: () => ({}) },
  { cmd: 1202, request: () => ({ name: '听潮者' }) },
  { cmd: 1203, request: () => ({ times: 2 }) },
  { cmd: 1301, request: () => ({}) },
  { cmd: 1302, request: () => ({ shell: 1 }) },
  { cmd: 1401, request: () => ({}) },
  { cmd: 1402, request: () => ({ itemId: 10_041, count: 1 }) },
  { cmd: 1403, request: () => ({ itemId: 10_001, count: 1 }) },
  { cmd: 1501, request: () => ({}) },
  {
    cmd: 1502,
    request: ({ hero, role }) => ({
      heroId: Object.values(hero).find((row) => row.level < role.level)?.heroId,
    }),
  },
  { cmd: 1503, request: () => ({ heroId: 1001, slot: 1, itemId: 10_101 }) },
  { cmd: 1601, request: () => ({ state: 0 }) },
  {
    cmd: 1602,
    request: ({ quest, role }) => ({
      questId: [...QUESTS.values()].find((row) => !quest[row.questId] && row.needLevel <= role.level)
        ?.questId,
    }),
  },
  {
    cmd: 1603,
    request: ({ quest }) => ({ questId: Object.values(quest).find((row) => row.state === 2)?.questId }),
  },
  { cmd: 1701, request: () => ({}) },
  {
    cmd: 1704,
    request: ({ mail }) => ({ mailId: Object.values(mail).find((row) => row.isRead === 0)?.mailId }),
  },
  {
    cmd: 1702,
    request: ({ mail }) => ({ mailId: Object.values(mail).find((row) => row.isClaimed === 0)?.mailId }),
  },
  {
    cmd: 1703,
    request: ({ mail }) => ({ mailId: Object.values(mail).find((row) => row.isClaimed === 1)?.mailId }),
  },
  { cmd: 1801, request: () => ({}) },
  { cmd: 1804, request: () => ({ gold: '5000' }) },
  { cmd: 1803, request: () => ({}) },
  { cmd: 1802, request: () => ({ guildId: '2' }) },
  { cmd: 1901, request: () => ({}) },
  {
    cmd: 1902,
    request: ({ bag }) => ({
      goodsId: [...GOODS.values()].find((row) => (bag[row.itemId]?.count ?? 0) < 20)?.goodsId,
      count: 1,
    }),
  },
  { cmd: 2001, request: () => ({}) },
  { cmd: 2002, request: ({ arena }) => ({ uId: arena.opponents[0]?.uId }) },
  { cmd: 2101, request: () => ({}) },
  { cmd: 2102, request: () => ({ uId: '30123000001' }) },
  { cmd: 2103, request: () => ({ uId: '30123000001' }) },
  { cmd: 2201, request: () => ({}) },
  { cmd: 2202, request: ({ role }) => ({ toHarbor: (role.position.harbor % 12) + 1 }) },
  { cmd: 2301, request: () => ({}) },
  {
    cmd: 2302,
    request: () => ({
      settings: { music: 5, sound: 6, quality: 3, sensitivity: 1.5, pushNight: true, nickColor: '#00FF88' },
    }),
  },
]

function documentNow(): PlayerDocument {
  return game.server.game.player(NOTABLE_U_ID).document
}

function noteChanges(before: PlayerDocument): void {
  for (const netKey of Object.keys(before)) {
    if (JSON.stringify(before[netKey]) !== JSON.stringify(documentNow()[netKey])) changed.add(netKey)
  }
}

/** What every step needs to succeed, whatever the seeding gave. */
function prepare(): void {
  const { game: world } = game.server
  world.mutate(world.player(NOTABLE_U_ID), (document) => {
    document.friend = {}
    document.currency.shell = 50
    document.currency.gold = '1000000'
    document.role.stamina = 100
    const now = world.clock.gameSeconds()
    document.quest = {
      2001: { ...QUESTS.get(2001)!, state: 2, progress: 1, target: 1, acceptAt: now, finishAt: 0 },
    }
    document.mail = Object.fromEntries(
      ['801', '802'].map((mailId, isClaimed) => [
        mailId,
        {
          mailId,
          title: 't',
          body: '',
          sender: '系统',
          sendAt: now,
          expireAt: now + 3600,
          isRead: 0,
          isClaimed,
          attach: [{ itemId: 10_041, count: 1 }],
        },
      ]),
    )
  })
}

beforeAll(async () => {
  game = await startGameServerForTest({ sId: 123 })
  client = await GameClient.open(game.target)
  prepare()
  const before = structuredClone(documentNow())
  const entered = await client.enter(game.server.game.store.player(NOTABLE_U_ID)?.account ?? '')
  expect(entered.status).toBe(0)
  answered.add(1001)
  noteChanges(before)
})
afterAll(async () => {
  await client.close()
  await game.stop()
})

describe('every command', () => {
  it.each(STEPS)('[sandbox-messages] command $cmd does what it says', async ({ cmd, request }) => {
    const before = structuredClone(documentNow())
    const reply = await client.send(cmd, request(documentNow()))
    expect(reply.body.msg).toBeUndefined()
    expect(reply.status).toBe(0)
    answered.add(cmd)
    noteChanges(before)
  })

  it('[sandbox-messages] each command of the message files is answered or pushed, and no other', () => {
    const { commands } = game.server.game.messages
    const asked = commands.filter((command) => command.req !== '').map((command) => command.cmd)
    expect([...answered, ...SLOW_ACTIONS.keys()].sort((a, b) => a - b)).toEqual(asked)
    expect([...ACTIONS.keys(), ...SLOW_ACTIONS.keys(), 1001].sort((a, b) => a - b)).toEqual(asked)
    const pushed = commands.filter((command) => command.push !== '').map((command) => command.cmd)
    expect(pushed).toEqual([1100, 1101, 1710])
  })

  it('[sandbox-messages] each message is a command’s, or part of one that is', () => {
    const { root, commands } = game.server.game.messages
    const used = new Set<string>(['lantern.ErrorRes', 'lantern.None'])
    const use = (name: string): void => {
      if (name === '' || used.has(name)) return
      used.add(name)
      for (const field of root.lookupType(name).fieldsArray) {
        if (field.resolvedType) use(field.resolvedType.fullName.slice(1))
      }
    }
    for (const { req, res, push } of commands) for (const name of [req, res, push]) use(name)
    const all = root.lookup('lantern') as unknown as { nestedArray: { fullName: string; fields?: unknown }[] }
    const messages = all.nestedArray
      .filter((object) => object.fields)
      .map(({ fullName }) => fullName.slice(1))
    expect(messages.filter((name) => !used.has(name))).toEqual([])
    expect(messages.length).toBeGreaterThan(60)
  })
})

describe('time', () => {
  it('[sandbox-tick] a new day fills tickets up and brings a mail, which is pushed', async () => {
    const { game: world } = game.server
    world.mutate(world.player(NOTABLE_U_ID), ({ currency, role }) => {
      currency.ticket = 0
      role.dayLogin = 3
    })
    game.clock.advance(86_400_000)
    runTick(world)
    expect(documentNow().currency.ticket).toBe(5)
    expect(documentNow().role.dayLogin).toBe(4)
    await client.send(1201, {})
    expect(client.pushes.map((push) => push.cmd)).toContain(1710)
  })

  it('[sandbox-tick] a ship arrives and pays, mail expires, stamina comes back', () => {
    const { game: world } = game.server
    world.mutate(world.player(NOTABLE_U_ID), ({ ship }) => {
      ship.sailing = 1
      ship.route.arriveAt = world.clock.gameSeconds() + 60
    })
    runTick(world)
    expect(documentNow().ship.sailing).toBe(1)
    const before = structuredClone(documentNow())
    game.clock.advance(3_600_000 * 24 * 31)
    runTick(world)
    const after = documentNow()
    expect(after.ship).toMatchObject({ sailing: 0, trips: before.ship.trips + 1 })
    expect(after.role.position.harbor).toBe(before.ship.route.toHarbor)
    expect(Number(after.currency.gold)).toBeGreaterThan(Number(before.currency.gold))
    expect(after.role.stamina).toBe(200)
    expect(after.mail['801']).toBeUndefined()
  })

  it('[sandbox-tick] every module is changed by an action or by time', () => {
    expect(Object.keys(documentNow()).filter((netKey) => !changed.has(netKey))).toEqual([])
  })

  it('[sandbox-tick] players wander by themselves', async () => {
    const { startWandering } = await import('../tick/wander.ts')
    const { game: world } = game.server
    startWandering(world, 20)
    const wanderer = world.player(world.uIdOf(7))
    const before = structuredClone(wanderer.document)
    for (let second = 0; second < 200; second += 1) {
      game.clock.advance(1000)
      runTick(world)
    }
    expect(wanderer.document.role.onlineSeconds).toBe(before.role.onlineSeconds + 200)
    expect(wanderer.document.role.position).not.toEqual(before.role.position)
    expect(wanderer.document.currency).not.toEqual(before.currency)
  })
})
