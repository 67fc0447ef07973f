import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { callGame } from '../../../testing/call-game.ts'
import { GameClient } from '../../../testing/game-client.ts'
import { runTick, startGameServerForTest } from '../../../testing/index.ts'
import type { TestGameServer } from '../../../testing/index.ts'
import type { RoleData } from '../../game/document.ts'

const operator = { opId: '7', user: 'tester', reason: 'test', requestId: 'r-1' }
const DAY_MS = 86_400_000
const TITLE = '全服补偿'

let folder: string
let game: TestGameServer
const open = () => startGameServerForTest({ sId: 124, databasePath: join(folder, 'S124.sqlite') })
beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'qd-mail-'))
  game = await open()
})
afterEach(async () => {
  await game.stop()
  rmSync(folder, { recursive: true })
})

const now = () => game.server.game.clock.gameMs()
const uIdOf = (sequence: number) => game.server.game.uIdOf(sequence)
const playerOf = (sequence: number) => game.server.game.player(uIdOf(sequence))

async function send(rest: object = {}) {
  const mail = { title: TITLE, body: '', sender: '运营', attach: [{ number: 1, quantity: 500 }] }
  const times = { sendAt: now(), expireAt: now() + 7 * DAY_MS }
  const body = { mailId: 'g-1', revision: 1, ...mail, ...times, where: {}, operator, ...rest }
  return (await callGame(game.target, 'mailGlobal', body)).envelope
}
async function counts() {
  return (await callGame(game.target, 'mailStatus', { mailId: 'g-1' })).envelope.data?.counts
}

function titlesOf(account: string): string[] {
  const { uId } = game.server.game.store.playerByAccount(account)!
  return Object.values(game.server.game.player(uId).document.mail).map(({ title }) => title)
}

/** Enters and leaves again; true when the mail is there by then. */
async function login(account: string): Promise<boolean> {
  const client = await GameClient.open(game.target)
  const entered = await client.enter(account, { tsMs: game.clock.now() })
  expect(entered.status).toBe(0)
  await client.close()
  const had = titlesOf(account).filter((title) => title === TITLE).length
  expect(had).toBeLessThan(2)
  const inAnswer = (entered.body.c as { change: string }[]).some(({ change }) => change.includes(TITLE))
  expect(inAnswer).toBe(had === 1)
  return had === 1
}
const accountOf = (sequence: number) => game.server.game.store.player(uIdOf(sequence))!.account

function setRole(sequence: number, role: Partial<RoleData>): void {
  game.server.game.mutate(playerOf(sequence), (document) => Object.assign(document.role, role))
}

describe('mail to everybody', () => {
  it('is one record until somebody comes, who has it once, also after a restart', async () => {
    expect(await send()).toMatchObject({ status: 0, data: { accepted: true } })
    expect(await counts()).toMatchObject({ delivered: 0 })
    const account = accountOf(1)
    expect(await login(account)).toBe(true)
    expect(await counts()).toMatchObject({ delivered: 1 })
    await game.stop()
    game = await open()
    expect(await login(account)).toBe(true)
    expect(await login(accountOf(2))).toBe(true)
    expect(await send({ sendAt: 1, expireAt: now() + DAY_MS })).toMatchObject({ status: 2008 })
    expect(await counts()).toMatchObject({ delivered: 2 })
  })

  it('is there once, though the same record comes again and the player deletes the mail', async () => {
    const times = { sendAt: now(), expireAt: now() + DAY_MS }
    await send({ ...times, attach: [] })
    expect((await send({ ...times, attach: [] })).data).toEqual({ accepted: true })
    const client = await GameClient.open(game.target)
    await client.enter(accountOf(1), { tsMs: game.clock.now() })
    const [row] = Object.values(playerOf(1).document.mail).filter(({ title }) => title === TITLE)
    expect((await client.send(1703, { mailId: row!.mailId })).status).toBe(0)
    await client.close()
    expect(await login(accountOf(1))).toBe(false)
  })

  it('reaches players online at once, others when it is time, and nobody after it expired', async () => {
    const client = await GameClient.open(game.target)
    await client.enter(accountOf(1), { tsMs: game.clock.now() })
    await send({ sendAt: now() + DAY_MS })
    runTick(game.server.game)
    expect(titlesOf(accountOf(1))).not.toContain(TITLE)
    game.clock.advance(DAY_MS)
    runTick(game.server.game)
    expect(titlesOf(accountOf(1))).toContain(TITLE)
    await client.send(1201, {})
    const pushed = client.pushes.filter(({ cmd }) => cmd === 1710).map(({ body }) => body.mail)
    expect(pushed).toContainEqual(expect.objectContaining({ title: TITLE }))
    await client.close()
    game.clock.advance(6 * DAY_MS)
    expect(await login(accountOf(2))).toBe(false)
  })

  it('a mail for players online now is pushed without a tick', async () => {
    const client = await GameClient.open(game.target)
    await client.enter(accountOf(1), { tsMs: game.clock.now() })
    await send()
    await client.send(1201, {})
    expect(client.pushes.map(({ cmd }) => cmd)).toContain(1710)
    await client.close()
  })

  const conditions: [string, object, Partial<RoleData>, Partial<RoleData>][] = [
    ['a level', { level: { min: 30, max: 40 } }, { level: 30 }, { level: 41 }],
    ['a VIP level', { vip: { min: 5 } }, { vip: 5 }, { vip: 4 }],
    ['channels', { channels: ['taptap', 'google'] }, { channel: 'google' }, { channel: 'official' }],
    [
      'registration',
      { registered: { from: 2_000_000, to: 3_000_000 } },
      { createdAt: 2000 },
      { createdAt: 3000 },
    ],
    // The login that fetches the mail is not the one that is meant.
    ['the last login', { lastLogin: { to: 2_000_000 } }, { lastLoginAt: 1999 }, { lastLoginAt: 2000 }],
  ]
  it.each(conditions)('reaches who fits its condition: %s', async (_title, where, fits, fails) => {
    setRole(1, fits)
    setRole(2, fails)
    await send({ where })
    expect([await login(accountOf(1)), await login(accountOf(2))]).toEqual([true, false])
  })

  it('comes when a player first fits', async () => {
    setRole(1, { level: 9 })
    await send({ where: { level: { min: 10 } } })
    const client = await GameClient.open(game.target)
    await client.enter(accountOf(1), { tsMs: game.clock.now() })
    runTick(game.server.game)
    expect(titlesOf(accountOf(1))).not.toContain(TITLE)
    setRole(1, { level: 10 })
    runTick(game.server.game)
    expect(titlesOf(accountOf(1))).toContain(TITLE)
    await client.close()
  })

  it('is not for who registered after it was sent, unless the condition says so, nor for who is excluded', async () => {
    await send({ sendAt: now() - 5000, exclude: [uIdOf(3)] })
    expect(await login('a-new-phone')).toBe(false)
    expect(await login(accountOf(3))).toBe(false)
    const everybody = { mailId: 'g-2', where: { registered: { from: 0 } } }
    await send({ ...everybody, sendAt: now() - 5000 })
    expect(await login('another-phone')).toBe(true)
  })

  it('refuses a condition that the game does not know', async () => {
    expect(await send({ where: { guild: 'none' } })).toMatchObject({ status: 2004, err: { field: 'where' } })
    expect(await send({ where: { level: { least: 3 } } })).toMatchObject({ status: 2004 })
    expect(await login(accountOf(1))).toBe(false)
  })

  it('a higher revision changes what the next ones get, a lower one is refused', async () => {
    await send({ attach: [] })
    expect(await login(accountOf(1))).toBe(true)
    await send({ revision: 3 })
    expect(await login(accountOf(2))).toBe(true)
    const attachOf = (sequence: number) =>
      Object.values(playerOf(sequence).document.mail).find(({ title }) => title === TITLE)?.attach
    expect([attachOf(1), attachOf(2)]).toEqual([[], [{ itemId: 1, count: 500 }]])
    expect(await send({ revision: 2 })).toMatchObject({ status: 2008 })
  })

  it('waits for room in a full mailbox', async () => {
    game.server.game.mutate(playerOf(1), (document) => {
      const [row] = Object.values(document.mail)
      const rows = Array.from({ length: 100 }, (_, index) => ({ ...row!, mailId: String(index + 1) }))
      document.mail = Object.fromEntries(rows.map((one) => [one.mailId, one]))
    })
    await send()
    expect(await login(accountOf(1))).toBe(false)
    game.server.game.mutate(playerOf(1), ({ mail }) => {
      delete mail['7']
    })
    expect(await login(accountOf(1))).toBe(true)
  })

  it('a recall ends it for all, or for the players named', async () => {
    await send()
    await login(accountOf(1))
    const recall = async (rest: object) =>
      (await callGame(game.target, 'mailRecall', { mailId: 'g-1', operator, ...rest })).envelope.data
    expect(await recall({ uIds: [uIdOf(2)] })).toMatchObject({ removed: 0 })
    expect(await login(accountOf(2))).toBe(false)
    expect(await login(accountOf(3))).toBe(true)
    expect(await recall({})).toMatchObject({ removed: 2 })
    expect(await login(accountOf(4))).toBe(false)
    expect(await send({ revision: 2 })).toMatchObject({ status: 2006 })
    expect(await counts()).toMatchObject({ recalled: 3 })
  })

  it('cannot share its name with a mail to named players', async () => {
    await send()
    const mail = { title: TITLE, body: '', sender: '', attach: [], sendAt: now(), expireAt: now() + DAY_MS }
    const batch = { mailId: 'g-1', batch: '0', mail, recipients: [{ uId: uIdOf(1) }], operator }
    expect((await callGame(game.target, 'mailBatch', batch)).envelope.status).toBe(2008)
  })
})
