import fc from 'fast-check'
import { expect, it } from 'vitest'
import { startGameServerForTest } from '../../../testing/index.ts'
import type { PlayerDocument } from '../document.ts'
import { NOTABLE_PLAYERS } from '../seed/notable-players.ts'
import { runTick } from './run-tick.ts'
import { dueOf } from './tick-player.ts'

const DAY = 86_400

async function someDocument(): Promise<{ document: PlayerDocument; now: number }> {
  const { server, stop } = await startGameServerForTest({ sId: 123, players: 5 })
  try {
    const uId = [...NOTABLE_PLAYERS.keys()].find((each) => server.game.owns(each))!
    const document = structuredClone(server.game.player(uId).document)
    const now = server.game.clock.gameSeconds()
    document.ship.sailing = 1
    document.ship.route.arriveAt = now + 60
    return { document, now }
  } finally {
    await stop()
  }
}

const passed = (document: PlayerDocument, now: number, steps: readonly number[]): PlayerDocument => {
  const copy = structuredClone(document)
  let at = now
  for (const seconds of steps) {
    at += seconds
    dueOf(copy, { now: at, seconds }).run()
  }
  return copy
}

it('[sandbox-tick] time changes no module that was not named before', async () => {
  const { document, now } = await someDocument()
  fc.assert(
    fc.property(
      fc.integer({ min: -DAY, max: 40 * DAY }),
      fc.integer({ min: 1, max: 60 }),
      (later, seconds) => {
        const copy = structuredClone(document)
        const { modules, run } = dueOf(copy, { now: now + later, seconds })
        run()
        const changed = Object.keys(copy).filter(
          (name) => JSON.stringify(copy[name]) !== JSON.stringify(document[name]),
        )
        expect(changed.filter((name) => !modules.has(name))).toEqual([])
      },
    ),
  )
})

it('[sandbox-tick] many seconds at once bring what they bring one by one', async () => {
  const { document, now } = await someDocument()
  const begun = passed(document, now, [1])
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 600 }), (seconds) => {
      const slow = passed(
        begun,
        now + 1,
        Array.from({ length: seconds }, () => 1),
      )
      const fast = passed(begun, now + 1, [seconds])
      expect(fast.role.onlineSeconds).toBe(slow.role.onlineSeconds)
      expect(fast.role.stamina).toBe(slow.role.stamina)
      const progress = ({ quest }: PlayerDocument) =>
        Object.values(quest).reduce((sum, row) => sum + row.progress, 0)
      // One after the other a second quest may begin to move when the first is done.
      expect(progress(fast)).toBeLessThanOrEqual(progress(slow))
      expect(Object.keys(fast.mail)).toEqual(Object.keys(slow.mail))
    }),
    { numRuns: 30 },
  )
})

it('[sandbox-tick] with thousands online each is reached in turn, and no second is lost', async () => {
  const { server, stop } = await startGameServerForTest({ sId: 1, players: 2_500 })
  try {
    const { game } = server
    const players = game.store.uIds().map((uId) => game.player(uId))
    for (const player of players) player.connection = { push: () => {}, kick: () => {} }
    const before = players.map(({ document }) => document.role.onlineSeconds)
    runTick(game)
    const reached = players.filter(({ tickedAt }) => tickedAt === 1).length
    expect(reached).toBeGreaterThan(700)
    expect(reached).toBeLessThan(1_000)
    for (let tick = 2; tick <= 7; tick += 1) runTick(game)
    const online = players.map(({ document }, at) => document.role.onlineSeconds - before[at]!)
    expect(Math.min(...online)).toBeGreaterThanOrEqual(5)
    expect(Math.max(...online)).toBeLessThanOrEqual(7)
  } finally {
    await stop()
  }
})
