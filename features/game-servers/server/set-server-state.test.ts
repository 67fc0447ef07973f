import { aCaller } from '@qd/server-kit/testing'
import type { Store } from '@qd/store'
import { describeStored } from '@qd/store/testing'
import { expect, test } from 'vitest'
import type { GameServersDeps } from './game-servers-deps.ts'
import { gameServerMigrations } from './index.ts'
import type { GameServerTables } from './index.ts'
import { openNode, useOpenNodes } from './testing/open-world.ts'

/** A game server that takes any state. */
const willing = {
  reach: async () => ({
    target: {},
    meta: async () => ({ capabilities: ['server.state'] }),
    server: { setState: async () => ({ state: 'maintenance', online: 3 }) },
  }),
  serversOf: () => [],
} as unknown as GameServersDeps['reach']

describeStored('the state of a game server', gameServerMigrations, (open) => {
  const it = useOpenNodes(open)
  const setState = (node: ReturnType<typeof openNode>) =>
    node
      .as(aCaller('operator', [{ scope: 'lantern', environment: '*', codes: ['game-servers.state.set'] }]))
      .post('/adjust/server/state', { sId: 123, state: 'maintenance', reason: 'ticket 7' })

  test('is shown at once, of a server too that never sent a heartbeat, and makes nobody wait for one', async () => {
    const node = it.node({ reach: willing })
    expect(await setState(node)).toMatchObject({ http: 200, body: { data: { state: 'maintenance' } } })
    const shown = { sId: 123, state: 'maintenance', online: 3, heardAt: null, silentSince: null }
    expect((await node.states())[0]).toMatchObject(shown)
    await node.feature.lookForSilence()
    it.shared().now += 3_600_000
    await node.feature.lookForSilence()
    await node.beat()
    expect((await node.states())[0]).toMatchObject({ state: 'open', silentSince: null })
  })

  test('is not taken back by a heartbeat that was on its way while it changed', async () => {
    const node = it.node({ reach: willing })
    await node.beat()
    await setState(node)
    it.shared().now += 500
    await node.beat()
    expect((await node.states())[0]).toMatchObject({ state: 'maintenance', heardAt: it.shared().now })
    it.shared().now += 500
    await node.beat()
    expect((await node.states())[0]).toMatchObject({ state: 'open' })
  })

  test('is set in the game though the console cannot keep it', async () => {
    const full = { ...it.store(), as: () => full, write: () => Promise.reject(new Error('no room')) } as never
    const node = openNode(full as Store<GameServerTables>, it.shared(), { reach: willing })
    expect(await setState(node)).toMatchObject({ http: 200, body: { data: { state: 'maintenance' } } })
    expect(node.faults).toMatchObject([{ message: 'no room' }])
    await node.stop()
  })
})
