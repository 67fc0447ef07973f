import { DatabaseSync } from 'node:sqlite'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { callGame } from '../../testing/call-game.ts'
import { startGameServerForTest } from '../../testing/index.ts'
import type { TestGameServer } from '../../testing/index.ts'
import type { RoleData } from '../game/document.ts'
import { playerFits } from '../game/mail/player-fits.ts'

const PLAYERS = 300

let folder: string
let game: TestGameServer
const open = () =>
  startGameServerForTest({ sId: 124, players: PLAYERS, databasePath: join(folder, 'S.sqlite') })
beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'qd-query-'))
  game = await open()
})
afterEach(async () => {
  await game.stop()
  rmSync(folder, { recursive: true })
})

async function query(where: object, rest: object = {}) {
  return (await callGame(game.target, 'playersQuery', { where, limit: 1000, ...rest } as never)).envelope
}
const roles = (): RoleData[] =>
  game.server.game.store.uIds().map((uId) => game.server.game.player(uId).document.role)

describe('players by condition', () => {
  it('are those whose own data fits, also those nobody has read yet', async () => {
    const day = 86_400_000
    const now = game.server.game.clock.gameMs()
    const wheres = [
      {},
      { level: { min: 30 } },
      { level: { min: 10, max: 20 }, channels: ['taptap', 'official'] },
      { vip: { min: 1, max: 3 } },
      { registered: { from: now - 200 * day, to: now - 100 * day } },
      { lastLogin: { from: now - 10 * day }, vip: { max: 0 } },
    ]
    const answers = []
    for (const where of wheres) answers.push((await query(where)).data)
    // Read only now, so that the answers came from what the file knew before.
    const all = roles()
    for (const [index, where] of wheres.entries()) {
      const wanted = all.filter((role) => playerFits(role, where)).map(({ uId }) => uId)
      expect(wanted.length).toBeGreaterThan(3)
      expect(answers[index]?.rows.map(({ uId }) => uId)).toEqual(wanted)
      expect(answers[index]).toMatchObject({ count: wanted.length, isEstimate: false, cursor: '' })
    }
  })

  it('come page by page, or as a count alone', async () => {
    const first = (await query({}, { limit: 120 })).data
    const second = (await query({}, { limit: 120, cursor: first?.cursor })).data
    const third = (await query({}, { limit: 120, cursor: second?.cursor })).data
    const uIds = [first, second, third].flatMap((page) => page?.rows.map(({ uId }) => uId) ?? [])
    expect(uIds).toEqual(game.server.game.store.uIds())
    expect([first?.count, third?.cursor]).toEqual([PLAYERS, ''])
    expect((await query({}, { countOnly: true })).data).toEqual({
      count: PLAYERS,
      isEstimate: false,
      rows: [],
      cursor: '',
    })
  })

  it('are counted as they are now', async () => {
    const player = game.server.game.player(game.server.game.uIdOf(1))
    const where = { vip: { min: 15 } }
    const before = (await query(where)).data?.count ?? 0
    game.server.game.mutate(player, ({ role }) => {
      role.vip = 15
    })
    const after = (await query(where)).data
    expect(after?.count).toBe(before + 1)
    expect(after?.rows).toContainEqual(expect.objectContaining({ uId: player.uId, vip: 15 }))
  })

  it('of a file that an earlier version wrote are known all the same', async () => {
    const player = game.server.game.player(game.server.game.uIdOf(2))
    game.server.game.mutate(player, ({ role }) => {
      role.vip = 14
    })
    const before = (await query({ vip: { min: 1 } })).data?.rows
    await game.stop()
    const file = new DatabaseSync(join(folder, 'S.sqlite'))
    for (const column of ['vip', 'created_at', 'last_login_at'])
      file.exec(`alter table players drop column ${column}`)
    file.close()
    game = await open()
    expect((await query({ vip: { min: 1 } })).data?.rows).toEqual(before)
    expect(before).toContainEqual(expect.objectContaining({ uId: player.uId, vip: 14 }))
  })

  it.each([
    [{ guild: '1' }],
    [{ level: { min: 'many' } }],
    [{ channels: [] }],
    [{ registered: { after: 1 } }],
  ])('are not guessed at: %j is refused', async (where) => {
    expect(await query(where)).toMatchObject({ status: 2004 })
  })
})
