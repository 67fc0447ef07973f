import { startLyingGame } from '@qd/adapter-standard/testing'
import type { LyingGame } from '@qd/adapter-standard/testing'
import { describeStored } from '@qd/store/testing'
import type { Store } from '@qd/store'
import { aCaller } from '@qd/server-kit/testing'
import { afterEach, beforeEach, expect, it } from 'vitest'
import type { Snapshot } from '../../contract/index.ts'
import { SNAPSHOT_KEPT_MS, SNAPSHOTS_PER_PLAYER } from '../../contract/index.ts'
import type { DataEditTables } from '../index.ts'
import { forgetSnapshots } from './snapshots.ts'
import { dataEditMigrations, ordinaryEditor, startEditConsole } from '../testing/start-edit-console.ts'

const U = '30123000045'

describeStored('snapshots', dataEditMigrations, (open) => {
  let game: LyingGame
  let desk: ReturnType<typeof startEditConsole>
  let store: Store<DataEditTables>

  beforeEach(async () => {
    game = await startLyingGame()
    store = await open<DataEditTables>()
    desk = startEditConsole({ store, target: game.target, adapter: { gate: { failuresToOpen: 1_000_000 } } })
  })
  afterEach(async () => {
    await desk.close()
    await game.stop()
  })

  const at = (call: string, uId = U) => `/adjust/snapshot/${call}?uId=${uId}`
  const take = (name: string) => desk.admin.post<Snapshot>(at('take'), { name, note: 'before the event' })
  const list = async () => (await desk.admin.post<{ list: Snapshot[] }>(at('list'), {})).body.data.list

  it('[ED.87] keeps the player as he was, whatever is done to him afterwards', async () => {
    const taken = (await take('before')).body.data
    const player = game.honest.players.get(U)!
    player.data = { ...player.data, role: { ...(player.data['role'] as object), exp: '1' } }
    const read = await desk.admin.post<{ data: { role: { exp: string } } }>(at('get'), { id: taken.id })
    expect(read.body.data).toMatchObject({ ...taken, data: { role: { exp: '9007199254740993' } } })
    expect(await list()).toEqual([taken])
  })

  it('[ED.87] is deleted once, with its name in the audit', async () => {
    const { id } = (await take('before')).body.data
    expect((await desk.admin.post(at('delete'), { id })).http).toBe(200)
    const again = await desk.admin.post(at('delete'), { id })
    expect([again.http, again.body.err?.code]).toEqual([404, 'snapshot_not_found'])
    expect(await list()).toEqual([])
  })

  it('[ED.87] taken all at once there are never more than a player may have', async () => {
    const names = Array.from({ length: SNAPSHOTS_PER_PLAYER + 5 }, (_, n) => `at once ${n}`)
    const answers = await Promise.all(names.map(take))
    const refused = answers.filter(({ http }) => http !== 200)
    expect(refused.map(({ body }) => body.err?.code)).toEqual(Array(5).fill('snapshots_full'))
    expect(await list()).toHaveLength(SNAPSHOTS_PER_PLAYER)
    await desk.admin.post(at('delete'), { id: (await list())[3]!.id })
    expect((await take('one more')).http).toBe(200)
  })

  it('[ED.87] who may read only looks, and a snapshot of another player is none', async () => {
    const { id } = (await take('before')).body.data
    const editor = desk.as(aCaller('editor', [ordinaryEditor]))
    expect((await editor.post(at('take'), { name: 'x', note: '' })).http).toBe(403)
    expect((await editor.post(at('delete'), { id })).http).toBe(403)
    expect((await editor.post(at('get'), { id })).http).toBe(200)
    const [other] = [...game.honest.players.keys()].filter((uId) => uId !== U)
    if (other !== undefined) {
      expect((await desk.admin.post(at('get', other), { id })).body.err?.code).toBe('snapshot_not_found')
    }
  })

  it('[ED.87] takes no more than twenty of one player, and keeps them for half a year', async () => {
    for (let count = 0; count < 20; count += 1) expect((await take(`s${count}`)).http).toBe(200)
    expect((await take('one more')).body.err?.code).toBe('snapshots_full')
    await forgetSnapshots(store, Date.now() + SNAPSHOT_KEPT_MS + 60_000)
    expect(await list()).toEqual([])
  })

  it('[ED.87] a game that does not answer leaves no snapshot', async () => {
    game.behave('garbage', 'dataGet')
    expect((await take('before')).http).toBe(502)
    expect((await take('')).http).toBe(400)
    expect(await list()).toEqual([])
  })
})
