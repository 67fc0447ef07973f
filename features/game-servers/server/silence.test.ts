import { describeStored } from '@qd/store/testing'
import { expect, test } from 'vitest'
import { gameServerMigrations } from './index.ts'
import { NOW, useOpenNodes } from './testing/open-world.ts'

const STEP_MS = 5_000

describeStored('silent game servers', gameServerMigrations, (open) => {
  const it = useOpenNodes(open)
  type Node = ReturnType<typeof it.node>
  const told = () => it.shared().told

  /** Lets time go on, with every node looking as often as it does. */
  async function wait(seconds: number, nodes: Node[]): Promise<void> {
    for (let waited = 0; waited < seconds * 1000; waited += STEP_MS) {
      it.shared().now += STEP_MS
      await Promise.all(nodes.map(({ feature }) => feature.lookForSilence()))
    }
  }
  const silent = async (node: Node) => (await node.states()).filter((each) => each.silentSince !== null)

  test('90 s without a heartbeat are told once, shown on every node, and end with the next one', async () => {
    const nodes = [it.node(), it.node(), it.node()]
    await wait(5, nodes)
    await nodes[0]!.beat()
    await wait(85, nodes)
    expect(await silent(nodes[1]!)).toEqual([])
    expect(told()).toEqual([])
    await wait(5, nodes)
    for (const node of nodes) {
      expect(await silent(node)).toMatchObject([{ sId: 123, silentSince: NOW + 95_000 }])
    }
    await wait(60, nodes)
    expect(told()).toEqual([
      {
        name: 'game-servers.silent',
        params: { server: 'S123 S123', seconds: 90 },
        key: `lantern:3:123:${NOW + 95_000}`,
        scope: 'lantern/northwind/northwind-test/123',
      },
    ])
    await nodes[2]!.beat()
    expect(await silent(nodes[0]!)).toEqual([])
    expect(told()).toMatchObject([
      { name: 'game-servers.silent' },
      { name: 'game-servers.back', params: { seconds: 150 }, key: `lantern:3:123:${NOW + 95_000}` },
    ])
  })

  test('a server that sends them every 30 s is never silent, one that never sent any neither', async () => {
    const nodes = [it.node(), it.node()]
    for (let times = 0; times < 8; times++) {
      await nodes[times % 2]!.beat()
      await wait(30, nodes)
    }
    expect(told()).toEqual([])
    expect(await silent(nodes[0]!)).toEqual([])
  })

  test('one that declares heartbeats and sends none is silent', async () => {
    const node = it.node()
    await wait(5, [node])
    const clock = { real: NOW, game: NOW, offset: 0, zone: 'UTC' }
    const meta = {
      contract: '1.0',
      game: 'lantern',
      serverIds: [124],
      build: '1',
      protocolMd5: '',
      configVersions: {},
      onlinePolicies: ['live' as const],
      limits: { maxBatch: 1, maxBody: 1, rps: 1 },
      clock,
      online: 7,
      startedAt: 0,
    }
    const [first, second] = it.shared().servers
    node.feature.noteMeta(first!, { ...meta, capabilities: [] })
    node.feature.noteMeta(second!, { ...meta, capabilities: ['heartbeat'] })
    await expect
      .poll(async () => (await it.store().read.selectFrom('game_server_live').select('key').execute()).length)
      .toBe(1)
    await wait(90, [node])
    expect(await silent(node)).toMatchObject([{ sId: 124 }])
    expect(told()).toHaveLength(1)
    // A build that does not declare them any more: it never sent one, so nobody waits for it.
    node.feature.noteMeta(second!, { ...meta, capabilities: [] })
    await expect.poll(() => silent(node)).toEqual([])
    await wait(120, [node])
    expect(told()).toHaveLength(1)
  })

  test('a console that was away, or that slept, waits before it calls anybody silent', async () => {
    await it.node().beat()
    it.shared().now += 3_600_000
    const later = it.node()
    await wait(85, [later])
    expect(told()).toEqual([])
    // Frozen for an hour: what waits in its sockets has not been read yet.
    it.shared().now += 3_600_000
    await wait(85, [later])
    expect(told()).toEqual([])
    await wait(10, [later])
    expect(told()).toMatchObject([{ name: 'game-servers.silent' }])
  })

  test('a node whose clock is a little ahead of, or behind, another takes nobody for silent', async () => {
    const ahead = it.node({ nowMs: () => it.shared().now + 100 })
    const nodes = [ahead, it.node(), it.node({ nowMs: () => it.shared().now - 70_000 })]
    for (let times = 0; times < 8; times++) {
      await ahead.beat()
      // The same moment, which for two of them the heartbeat is ahead of.
      await Promise.all(nodes.map(({ feature }) => feature.lookForSilence()))
      await wait(30, nodes)
    }
    expect(told()).toEqual([])
    // All of them miss it nevertheless once it is gone.
    await wait(90, nodes)
    expect(told()).toMatchObject([{ name: 'game-servers.silent' }])
  })

  test('a heartbeat far ahead was taken before the clock was set back', async () => {
    const node = it.node()
    await node.beat(123, {}, { atMs: NOW })
    it.shared().now -= 3_600_000
    await wait(90, [node])
    expect(told()).toEqual([])
    await wait(10, [node])
    expect(told()).toMatchObject([{ name: 'game-servers.silent' }])
  })

  test('a server whose clock is set back by four minutes is not silent while it sends', async () => {
    const nodes = [it.node(), it.node()]
    await nodes[0]!.beat(123, { online: 50 }, { atMs: NOW + 200_000 })
    for (let times = 0; times < 7; times++) {
      await wait(30, nodes)
      const sent = await nodes[times % 2]!.beat(123, { online: times }, { atMs: it.shared().now - 40_000 })
      expect(sent).toMatchObject({ status: 200, data: { taken: false } })
    }
    expect(told()).toEqual([])
    const [shown] = await nodes[0]!.states()
    expect(shown).toMatchObject({ silentSince: null, heardAt: it.shared().now, online: 50 })
    // From the last taken time on they say again how it is.
    await wait(60, nodes)
    expect(await nodes[0]!.beat(123, { online: 3 })).toMatchObject({ data: { taken: true } })
  })

  test('heartbeats that somebody recorded and sends again do not hide that a server is silent', async () => {
    const nodes = [it.node(), it.node()]
    const recorded = [it.shared().now + 1, it.shared().now + 2, it.shared().now + 3]
    for (const atMs of recorded) await nodes[0]!.beat(123, {}, { atMs })
    // One that was older than the last taken one, and so was not taken itself.
    recorded.push(NOW - 20_000)
    await nodes[0]!.beat(123, {}, { atMs: NOW - 20_000 })
    for (const atMs of [...recorded, ...recorded]) {
      await wait(15, nodes)
      const sent = nodes.map((node) => node.beat(123, {}, { atMs }))
      for (const { data } of await Promise.all(sent)) expect(data).toMatchObject({ taken: false })
    }
    expect(told()).toMatchObject([{ name: 'game-servers.silent' }])
    expect(await silent(nodes[1]!)).toMatchObject([{ sId: 123, heardAt: NOW }])
    // A new one, though its clock is behind, ends it.
    await nodes[0]!.beat(123, {}, { atMs: NOW - 10_000 })
    expect(await silent(nodes[1]!)).toEqual([])
    expect(told()).toMatchObject([{ name: 'game-servers.silent' }, { name: 'game-servers.back' }])
  })

  test('a server that is switched off is not missed, and has time when it is switched on again', async () => {
    const node = it.node()
    await node.beat()
    const [server] = it.shared().servers.splice(0, 1)
    await wait(300, [node])
    expect(told()).toEqual([])
    it.shared().servers.unshift(server!)
    await wait(85, [node])
    expect(told()).toEqual([])
    await wait(10, [node])
    expect(told()).toHaveLength(1)
    it.shared().servers.splice(0, 1)
    await wait(5, [node])
    it.shared().servers.unshift(server!)
    expect(await silent(node)).toEqual([])
  })

  test('a database that was away makes nobody silent', async () => {
    const node = it.node()
    await node.beat()
    await wait(60, [node])
    const current = it.shared().servers
    it.shared().servers = null as never
    await wait(60, [node])
    expect(node.faults).not.toEqual([])
    it.shared().servers = current
    await wait(85, [node])
    expect(told()).toEqual([])
  })
})
