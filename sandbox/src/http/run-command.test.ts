import { randomUUID } from 'node:crypto'
import { readCommands } from '@qd/game-contract'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { callGame } from '../../testing/call-game.ts'
import { NOTABLE_U_ID, startGameServerForTest } from '../../testing/index.ts'
import type { TestGameServer } from '../../testing/index.ts'
import { servedCommands } from '../game/commands/commands.ts'
import type { LivePlayer } from '../game/live-player.ts'

const operator = { opId: '7', user: 'tester', reason: 'test', requestId: 'r-1' }

let server: TestGameServer
let player: LivePlayer
beforeAll(async () => {
  server = await startGameServerForTest({ sId: 123 })
  player = server.server.game.player(NOTABLE_U_ID)
})
afterAll(() => server.stop())

const run = (name: string, params: Record<string, unknown>, rest: object = {}, key: string = randomUUID()) =>
  callGame(server.target, 'commandsRun', { name, params, operator, uId: NOTABLE_U_ID, ...rest }, { key })
const stored = () =>
  JSON.parse(server.server.game.store.player(NOTABLE_U_ID)?.document ?? '{}') as LivePlayer['document']

describe('declared commands', () => {
  it('every declaration passes the check of the contract', async () => {
    const answer = await callGame(server.target, 'commands', {})
    const { diffInfos } = server.server.game.definitions.protocol
    const read = readCommands(answer.envelope.data ?? [], (type) => Object.hasOwn(diffInfos, type))
    expect(read.refused).toEqual([])
    expect(read.commands).toHaveLength(servedCommands().length)
    expect(new Set(read.commands.map(({ risk }) => risk))).toEqual(new Set(['R1', 'R2', 'R3', 'R4']))
  })

  it.each<[string, Record<string, unknown>, (document: LivePlayer['document']) => unknown]>([
    [
      'finishMainQuests',
      { upTo: 2096 },
      ({ quest }) => Object.values(quest).filter((row) => row.state === 3),
    ],
    ['addItem', { itemId: 10_007, count: 3 }, ({ bag }) => bag[10_007]?.count],
    ['addGold', { amount: '9007199254740993' }, ({ currency }) => currency.gold],
    ['levelHero', { heroId: 1001, level: 5 }, ({ hero }) => hero[1001]?.level],
    ['renamePlayer', { name: '夜航' }, ({ role }) => role.name],
    ['sendMail', { title: '补偿', attach: [{ itemId: 10_001, count: 2 }] }, ({ mail }) => Object.keys(mail)],
    ['clearMail', { days: 0 }, ({ mail }) => Object.keys(mail)],
  ])('%s tells in a dry run what it then does', async (name, params, look) => {
    server.server.game.mutate(player, ({ mail }) => {
      mail['7'] = { ...Object.values(mail)[0]!, mailId: '7', sendAt: 1, isClaimed: 1 }
    })
    const before = JSON.stringify(look(player.document))
    const dry = await run(name, params, { dryRun: true })
    expect(dry.envelope.data?.actions.length).toBeGreaterThan(0)
    expect(JSON.stringify(look(player.document))).toBe(before)
    const done = await run(name, params)
    expect(done.envelope.data?.actions).toEqual(dry.envelope.data?.actions)
    expect(done.envelope.data?.c.length).toBeGreaterThan(0)
    expect(JSON.stringify(look(stored()))).not.toBe(before)
  })

  it('repairs the ship and resets the day only where there is something to do', async () => {
    server.server.game.mutate(player, ({ ship, arena }) => {
      ship.hull = 1
      arena.tickets = 0
    })
    for (const name of ['repairShip', 'resetDaily']) {
      expect((await run(name, {})).envelope.status).toBe(0)
      expect((await run(name, {})).envelope.status).toBe(2006)
    }
    expect(stored().ship.hull).toBe(stored().ship.hullMax)
  })

  it('mails everybody, announces to those online and ranks them', async () => {
    player.isWandering = true
    const { game } = server.server
    const other = game.store.uIds()[0]!
    const mails = (uId: string) => Object.keys(game.player(uId).document.mail).length
    const before = [mails(NOTABLE_U_ID), mails(other)]
    await run('mailEverybody', { title: '开服礼' }, { uId: undefined })
    await run('notice', { title: '维护' }, { uId: undefined })
    expect([mails(NOTABLE_U_ID), mails(other)]).toEqual([before[0]! + 2, before[1]! + 1])
    const levels = await run('onlineByLevel', {}, { uId: undefined })
    expect(levels.envelope.data?.table?.rows).toEqual([['71–80', 1]])
    await run('recomputeRanks', {}, { uId: undefined })
    expect(player.document.arena.rank).toBe(1)
    const flushed = await run('flushCaches', {}, { uId: undefined })
    expect(flushed.envelope.data?.json).toMatchObject({ online: 1 })
    player.isWandering = false
  })

  it.each<[string, string, Record<string, unknown>, number]>([
    ['an unknown command', 'formatDisk', {}, 3002],
    ['a missing parameter', 'addItem', { count: 1 }, 2004],
    ['an unknown parameter', 'addItem', { itemId: 10_007, extra: 1 }, 2004],
    ['a number out of range', 'addItem', { itemId: 10_007, count: 10_000 }, 2004],
    ['an item nobody has', 'addItem', { itemId: 77, count: 1 }, 2004],
    ['more than the upper limit', 'addItem', { itemId: 10_060, count: 9999 }, 2007],
    ['gold beyond 64 bits', 'addGold', { amount: '9223372036854775807' }, 2005],
    ['a hero above the role', 'levelHero', { heroId: 1001, level: 100 }, 2004],
    ['an empty name', 'renamePlayer', { name: ' ' }, 2004],
  ])('refuses %s and changes nothing', async (_title, name, params, code) => {
    const { version } = player
    const answer = await run(name, params)
    expect(answer.envelope.status).toBe(code)
    expect(player.version).toBe(version)
  })

  it('refuses a name somebody else has, whatever its case', async () => {
    const { game } = server.server
    const other = game.player(game.store.uIds()[0]!)
    const taken = other.document.role.name
    expect((await run('renamePlayer', { name: taken })).envelope).toMatchObject({
      status: 2006,
      err: { field: 'name' },
    })
  })

  it('runs once under one key, and resets a player to the beginning', async () => {
    const key = randomUUID()
    const gold = player.document.currency.gold
    await run('addGold', { amount: '-5' }, {}, key)
    const again = await run('addGold', { amount: '-5' }, {}, key)
    expect(again.envelope.replayed).toBe(true)
    expect(player.document.currency.gold).toBe((BigInt(gold) - 5n).toString())
    await run('resetPlayer', {})
    expect(stored().role.level).toBe(1)
  })
})
