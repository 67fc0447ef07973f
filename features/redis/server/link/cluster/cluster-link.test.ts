import { startCluster } from '@qd/testing'
import type { ClusterOptions, TestCluster } from '@qd/testing'
import { afterAll, afterEach, beforeAll, expect, onTestFinished, test } from 'vitest'
import type { ConnectionConfig } from '../../../contract/index.ts'
import { testConfig, testDialer } from '../../testing/link-config.ts'
import { openLink } from '../open-link.ts'
import type { LinkOptions } from '../open-link.ts'
import type { LinkState, RedisLink } from '../redis-link.ts'
import { testWay } from '../test-way.ts'
import { slotOf } from './slots.ts'

const links = new Set<RedisLink>()
let cluster: TestCluster

beforeAll(async () => {
  cluster = await startCluster()
}, 60_000)
afterAll(() => cluster.stop())
afterEach(() => {
  for (const link of links) link.close()
  links.clear()
})

const options = (of: Partial<LinkOptions> = {}): LinkOptions => ({
  db: 0,
  dialer: testDialer(),
  pauseMs: () => 20,
  ...of,
})
const configOf = (port: number, of: Partial<ConnectionConfig> = {}) =>
  testConfig({ mode: 'cluster', port, ...of })

async function open(at = cluster): Promise<RedisLink> {
  const link = await openLink(configOf(at.nodes[0]!.port), {}, options())
  links.add(link)
  return link
}

async function extraCluster(of: ClusterOptions): Promise<TestCluster> {
  const extra = await startCluster(of)
  onTestFinished(() => extra.stop())
  return extra
}

const keyIn = (slot: number): string => {
  for (let at = 0; ; at += 1) if (slotOf(Buffer.from(`key:${at}`)) === slot) return `key:${at}`
}

test('each key goes to its master, and one node can be named', async () => {
  const link = await open()
  const keys = Array.from({ length: 60 }, (_none, at) => `user:${at}`)
  const replies = await link.sendAll(keys.map((key) => ['SET', key, key]))
  expect(replies.map(String)).toEqual(keys.map(() => 'OK'))
  expect(link.masters()).toEqual(cluster.nodes.map(({ port }) => `127.0.0.1:${port}`).toSorted())
  const sizes = await Promise.all(link.masters().map((node) => link.send(['DBSIZE'], { node })))
  expect(sizes.map(Number).reduce((a, b) => a + b)).toBe(60)
  expect(Math.min(...sizes.map(Number))).toBeGreaterThan(0)
  await expect(link.send(['MGET', 'user:1', 'user:2'])).rejects.toMatchObject({
    message: 'redis_refused',
    params: { words: expect.stringMatching(/^CROSSSLOT/) },
  })
  await expect(link.send(['PING'], { node: '127.0.0.1:1' })).rejects.toMatchObject({
    message: 'redis_cluster_failed',
  })
  expect(link).toMatchObject({ isCluster: true, isClusterNode: false, version: expect.stringMatching(/^\d/) })
})

test('a transaction of its own stays where its key is', async () => {
  const link = await open()
  for (let at = 0; at < 5; at += 1) {
    const own = await link.own()
    links.add(own)
    await own.send(['WATCH', `counter:${at}`])
    const replies = await own.sendAll([['MULTI'], ['INCR', `counter:${at}`], ['EXEC']])
    expect(replies[2]).toEqual(['1'])
  }
})

test('a slot that is between two nodes is asked for, one that has moved is followed', async () => {
  const link = await open()
  const slot = 100
  const [stays, goes] = [keyIn(slot), `{${keyIn(slot)}}:new`]
  await link.send(['SET', stays, 'here'])
  await cluster.moveSlot(slot, 0, 1, false)
  await link.send(['SET', goes, 'there'])
  expect(await cluster.cli(cluster.nodes[0]!.port, 'EXISTS', stays)).toBe('1')
  expect(await link.send(['GET', goes])).toEqual(Buffer.from('there'))
  expect(await link.send(['GET', stays])).toEqual(Buffer.from('here'))
  await cluster.moveSlot(slot, 0, 1, true)
  const replies = await link.sendAll([
    ['GET', stays],
    ['GET', goes],
    ['STRLEN', stays],
  ])
  expect(replies).toEqual([Buffer.from('here'), Buffer.from('there'), '4'])
})

test(
  'a master that fails is replaced by its replica, and what was not sent waits',
  { timeout: 60_000 },
  async () => {
    const failing = await extraCluster({ replicas: 1 })
    const link = await open(failing)
    const states: LinkState[] = []
    link.watch((state) => states.push(state))
    const key = keyIn(1)
    await link.send(['SET', key, 'kept'])
    // A replica that has not caught up by now would come in its place with nothing.
    await expect.poll(() => failing.cli(failing.nodes[3]!.port, 'DBSIZE'), { timeout: 30_000 }).toBe('1')
    process.kill(failing.nodes[0]!.pid, 'SIGKILL')
    await expect
      .poll(() => link.send(['GET', key]).then(String, (error: Error) => error.message), { timeout: 30_000 })
      .toBe('kept')
    expect(states.some(({ state }) => state === 'reconnecting')).toBe(true)
    expect(link.masters()).not.toContain(`127.0.0.1:${failing.nodes[0]!.port}`)
    expect(link.masters()).toContain(`127.0.0.1:${failing.nodes[3]!.port}`)
  },
)

test('addresses that nodes announce go through the guard', async () => {
  const lying = await extraCluster({ announced: '169.254.169.254' })
  const { port } = lying.nodes[0]!
  const say = (error: Error) => error.message
  await expect
    .poll(
      async () => {
        const { steps, isFine } = await testWay(configOf(port), {}, { ...options(), say })
        return [isFine, steps.at(-1)]
      },
      { timeout: 30_000 },
    )
    .toMatchObject([
      false,
      { step: 'cluster', at: expect.stringMatching(/^169\.254\.169\.254:/), code: 'redis_unreachable' },
    ])
  const link = await openLink(configOf(port), {}, options())
  links.add(link)
  await expect(link.send(['GET', keyIn(1)])).rejects.toMatchObject({
    message: 'redis_unreachable',
    params: { reason: { text: 'redis.reason.forbidden' } },
  })
})

test('a test goes to each master; a server alone is no cluster, and a node tells that it is of one', async () => {
  const { port } = cluster.nodes[1]!
  const say = (error: Error) => error.message
  const whole = await testWay(configOf(port), {}, { ...options(), say })
  expect(whole.isFine).toBe(true)
  expect(whole.steps.filter(({ step }) => step === 'cluster').map(({ at }) => at)).toEqual([
    `127.0.0.1:${port}`,
    ...cluster.nodes.map((node) => `127.0.0.1:${node.port}`).toSorted(),
  ])
  const node = await testWay(testConfig({ port }), {}, { ...options(), say })
  expect(node).toMatchObject({ isFine: true, isClusterNode: true })
})
