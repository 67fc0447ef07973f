import { startCluster } from '@qd/testing'
import type { TestCluster } from '@qd/testing'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { openLink } from '../../link/open-link.ts'
import type { RedisLink } from '../../link/redis-link.ts'
import { testConfig, testDialer } from '../../testing/link-config.ts'
import { serverWorld } from '../../testing/server-world.ts'

interface Logs {
  replicas: string[]
  nodes: {
    node: string
    code: string
    data: { threshold: number; entries: { command: string }[] } | null
  }[]
}

let cluster: TestCluster
let link: RedisLink
let world: Awaited<ReturnType<typeof serverWorld>>
beforeAll(async () => {
  cluster = await startCluster({ replicas: 1, args: ['--slowlog-log-slower-than', '0'] })
  link = await openLink(
    testConfig({ port: cluster.nodes[0]!.port, name: 'many', mode: 'cluster', timeoutMs: 1_000 }),
    {},
    { dialer: testDialer(), db: 0, pauseMs: () => 20 },
  )
  world = await serverWorld({ many: link })
})
afterAll(async () => {
  await world.stop()
  link.close()
  await cluster.stop()
})

const read = () => world.ask<Logs>('slowlog', { log: 'slow' }, { on: 'many' })
const change = (of: object) =>
  world.ask<{ nodes: { node: string; code: string }[] }>(
    'change',
    { change: of, confirm: 'many', reason: 'a test' },
    { on: 'many' },
  )
const isReplica = ({ node }: { node: string }) =>
  cluster.nodes.slice(3).some(({ port }) => node.endsWith(`:${port}`))

it('the slow log is of masters and replicas, and one that is down hides no other and disturbs no key', async () => {
  const port = cluster.nodes[3]!.port
  await cluster.cli(port, 'ECHO', 'only-on-a-replica')
  const { nodes, replicas } = await read()
  expect(nodes).toHaveLength(6)
  expect(replicas.toSorted()).toEqual(
    nodes
      .filter(isReplica)
      .map(({ node }) => node)
      .toSorted(),
  )
  const heard = nodes.filter(({ data }) =>
    data!.entries.some(({ command }) => command.includes('only-on-a-replica')),
  )
  expect(heard).toMatchObject([{ node: expect.stringContaining(`:${port}`), code: '' }])
  expect(await link.send(['SET', 'k', 'v']).then(String)).toBe('OK')

  expect((await change({ kind: 'resetSlowLog', log: 'slow' })).nodes).toHaveLength(6)
  const threshold = await change({ kind: 'setConfig', name: 'slowlog-log-slower-than', value: '90' })
  expect(threshold.nodes.map(({ code }) => code)).toEqual(['', '', '', '', '', ''])
  const other = await change({ kind: 'setConfig', name: 'latency-monitor-threshold', value: '7' })
  expect(other.nodes).toHaveLength(3)
  const after = await read()
  expect(after.nodes.map(({ data }) => data!.threshold)).toEqual([90, 90, 90, 90, 90, 90])
  expect(JSON.stringify(after)).not.toContain('only-on-a-replica')

  const states: string[] = []
  const unwatch = link.watch(({ state }) => states.push(state))
  await cluster.nodes[3]!.stop()
  const without = await read()
  const silent = without.nodes.filter(({ data }) => data === null)
  expect(silent).toMatchObject([
    { node: expect.stringContaining(`:${port}`), code: expect.stringMatching(/^redis_/) },
  ])
  expect(without.nodes.filter(({ data }) => data !== null)).toHaveLength(5)
  expect(await link.send(['GET', 'k']).then(String)).toBe('v')
  expect(states.filter((state) => state !== 'ready')).toEqual([])
  unwatch()
})
