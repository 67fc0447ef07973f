import { QD1, encodeFrame } from '@qd/game-frame'
import { applyChanges } from '@qd/protocol-model'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { callGame } from '../../testing/call-game.ts'
import { GameClient } from '../../testing/game-client.ts'
import { NOTABLE_U_ID, startGameServerForTest } from '../../testing/index.ts'
import type { TestGameServer } from '../../testing/index.ts'
import { GOODS } from '../world/catalogue.ts'
import type { Body } from './message-codec.ts'

const operator = { opId: '7', user: 'tester', reason: 'test', requestId: 'r-1' }

let game: TestGameServer
let client: GameClient

beforeEach(async () => {
  game = await startGameServerForTest({ sId: 123 })
  client = await GameClient.open(game.target)
})
afterEach(async () => {
  await client.close()
  await game.stop()
})

function accountOf(uId: string): string {
  return game.server.game.store.player(uId)?.account ?? ''
}

function changesOf(body: Body): { d: string; change: string }[] {
  return body.c as { d: string; change: string }[]
}

describe('enter', () => {
  it('creates a player for an unknown device and lets the same device in again', async () => {
    const first = await client.enter('device-1')
    expect(first.status).toBe(0)
    const again = await GameClient.open(game.target)
    const second = await again.enter('device-1')
    expect(second.body.userId).toBe(first.body.userId)
    await again.close()
  })

  it('answers with the whole data as changes', async () => {
    const entered = await client.enter(accountOf(NOTABLE_U_ID))
    const { definitions } = game.server.game
    const applied = applyChanges({}, changesOf(entered.body), definitions.protocol)
    expect(applied.errors).toEqual([])
    expect(applied.data).toEqual(game.server.game.player(NOTABLE_U_ID).document)
  })

  const refusals: [string, Parameters<GameClient['enter']>[1], number][] = [
    ['a hash of the wrong form', { hash: 'nonsense' }, 1001],
    ['a hash older than a minute', { tsMs: Date.now() - 61_000 }, 1001],
    ['another server', { sId: 124 }, 2004],
  ]
  it.each(refusals)('refuses %s with the request as JSON text', async (_title, twists, code) => {
    const refused = await client.enter('device-2', twists)
    expect(refused.status).not.toBe(0)
    expect(refused.body.code).toBe(code)
    expect(String(refused.body.reqMsg)).not.toContain('"hash"')
    expect(JSON.parse(String(refused.body.reqMsg))).toMatchObject({
      cmd: 1001,
      code,
      req: { deviceId: 'device-2' },
    })
  })

  it('takes a hash once', async () => {
    const { enterHash } = await import('@qd/game-contract/signing')
    const proof = { sId: 123, deviceId: 'd', ver: '1.9.0', hashKey: game.target.hashKey }
    const hash = enterHash(proof, Date.now(), 'ab'.repeat(8))
    expect((await client.enter('d', { hash })).status).toBe(0)
    expect((await client.enter('d', { hash })).body.code).toBe(1001)
  })

  it('[sandbox-ban] refuses a banned player', async () => {
    const { game: world } = game.server
    world.mutate(world.player(NOTABLE_U_ID), ({ role }) => {
      role.banUntil = world.clock.gameSeconds() + 60
    })
    expect((await client.enter(accountOf(NOTABLE_U_ID))).body.code).toBe(1003)
    game.clock.advance(61_000)
    expect((await client.enter(accountOf(NOTABLE_U_ID), { tsMs: game.clock.now() })).status).toBe(0)
  })

  it('[sandbox-session] plays nothing before Enter and knows no other commands', async () => {
    expect((await client.send(1401, {})).body).toMatchObject({ code: 2002 })
    await client.enter('device-3')
    expect((await client.send(9999, {})).body).toMatchObject({ code: 3002 })
    expect((await client.send(1100, {})).body).toMatchObject({ code: 3002 })
  })

  it('[sandbox-session] a second login pushes the first one out', async () => {
    await client.enter('device-4')
    const closed = client.closed()
    const other = await GameClient.open(game.target)
    await other.enter('device-4')
    expect(await closed).toBe(4001)
    expect(client.pushes.at(-1)).toMatchObject({ cmd: 1101, body: { msg: '在别处登录' } })
    await other.close()
  })
})

describe('frames', () => {
  it('closes the connection at a wrong marker, with a reason', async () => {
    const bytes = encodeFrame(QD1, 'request', { cmd: 1001, seq: 1, status: 0, body: new Uint8Array() })
    bytes[12] = 0
    const closed = client.closed()
    client.sendBytes(bytes)
    expect(await closed).toBe(1002)
  })

  it('answers a body that is no message without losing the connection', async () => {
    await client.enter('device-5')
    const pushed = client.pushes.length
    const bytes = encodeFrame(QD1, 'request', {
      cmd: 1902,
      seq: 77,
      status: 0,
      body: Uint8Array.of(255, 255, 255),
    })
    client.sendBytes(bytes)
    expect((await client.send(1201, {})).status).toBe(0)
    expect(client.pushes).toHaveLength(pushed)
  })
})

describe('journey', () => {
  it('[rule-purchase] buys: diamonds fall, the bag fills, and the change is pushed', async () => {
    await client.enter(accountOf(NOTABLE_U_ID))
    const player = game.server.game.player(NOTABLE_U_ID)
    const goods = [...GOODS.values()].find(
      (row) => row.price < 100 && (player.document.bag[row.itemId]?.count ?? 0) < 30,
    )!
    const before = structuredClone(player.document)
    const bought = await client.send(1902, { goodsId: goods.goodsId, count: 2 })
    expect(bought.status).toBe(0)
    expect(Number(bought.body.diamond)).toBeLessThan(before.currency.diamond)
    const { bag, shop } = player.document
    expect(bag[goods.itemId]?.count).toBe((before.bag[goods.itemId]?.count ?? 0) + 2 * goods.pack)
    expect(BigInt(shop.spent) - BigInt(before.shop.spent)).toBe(
      BigInt(before.currency.diamond - player.document.currency.diamond),
    )
    const sync = client.pushes.at(-1)!
    expect(sync.cmd).toBe(1100)
    const applied = applyChanges(before, changesOf(sync.body), game.server.game.definitions.protocol)
    expect(applied.data).toEqual(player.document)
  })

  it('[rule-guild] joins and leaves a guild: the discount comes and goes', async () => {
    const entered = await client.enter('device-6')
    const { shop } = game.server.game.player(String(entered.body.userId)).document
    const joined = await client.send(1802, { guildId: '3' })
    expect(joined.body.discount).toBe(9)
    expect(shop.discount).toBe(9)
    expect((await client.send(1803, {})).body.discount).toBe(0)
    expect(shop.discount).toBe(0)
  })

  it('[rule-level] takes no quest above the level', async () => {
    await client.enter('device-7')
    expect((await client.send(1602, { questId: 2001 })).status).toBe(0)
    const refused = await client.send(1602, { questId: 2096 })
    expect(refused.body).toMatchObject({ code: 2004 })
  })

  it('an edit of an online player reaches his client', async () => {
    await client.enter(accountOf(NOTABLE_U_ID))
    const { likes } = game.server.game.player(NOTABLE_U_ID).document.role
    await callGame(game.target, 'dataChange', {
      uId: NOTABLE_U_ID,
      version: '0',
      operator,
      changes: [{ diff: 'RoleInfo', path: ['likes'], op: 'set', old: likes, value: likes + 9 }],
    })
    await expect
      .poll(() => client.pushes.at(-1))
      .toMatchObject({
        cmd: 1100,
        body: { c: [{ d: 'role', change: JSON.stringify({ likes: likes + 9 }) }] },
      })
  })
})
