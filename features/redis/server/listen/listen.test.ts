import { aCaller, everything } from '@qd/server-kit/testing'
import { startCluster, startRedis } from '@qd/testing'
import type { TestCluster, TestRedis } from '@qd/testing'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { CommandLog } from '../guard/command-log.ts'
import { GuardedDatabase } from '../guard/guarded-database.ts'
import { slotOf } from '../link/cluster/slots.ts'
import { openLink } from '../link/open-link.ts'
import type { LinkMessage, LinkState, RedisLink } from '../link/redis-link.ts'
import { testConfig, testDialer } from '../testing/link-config.ts'
import { listen } from './listen.ts'
import type { Wanted } from './listen.ts'

let redis: TestRedis
let cluster: TestCluster

beforeAll(async () => {
  ;[redis, cluster] = await Promise.all([startRedis(), startCluster()])
}, 60_000)
afterAll(() => Promise.all([redis.stop(), cluster.stop()]))

async function open(of: Parameters<typeof testConfig>[0]): Promise<RedisLink> {
  const link = await openLink(testConfig(of), {}, { db: 0, dialer: testDialer(), pauseMs: () => 20 })
  onTestFinished(() => link.close())
  return link
}

async function hear(link: RedisLink, wanted: Wanted) {
  const heard: LinkMessage[] = []
  const states: LinkState[] = []
  const hearer = {
    message: (each: LinkMessage) => heard.push(each),
    state: (each: LinkState) => states.push(each),
  }
  const listening = await listen(link, wanted, hearer, () => 20)
  onTestFinished(() => listening.end())
  return {
    heard,
    states,
    listening,
    texts: () => heard.map(({ channel, payload }) => `${channel} ${payload}`),
  }
}

test('names, patterns and shard channels are heard as the bytes they are, until the end', async () => {
  const link = await open({ port: redis.port })
  const ear = await hear(link, {
    channels: ['room', Buffer.from([0xff])],
    patterns: ['ro?m'],
    sharded: ['s'],
  })
  const bytes = Buffer.from([0, 0xff, 13, 10])
  expect(await link.send(['PUBLISH', 'room', bytes])).toBe('2')
  await link.send(['PUBLISH', Buffer.from([0xff]), ''])
  await link.send(['SPUBLISH', 's', 'shard'])
  await expect.poll(() => ear.heard).toHaveLength(4)
  expect(ear.heard).toEqual([
    { kind: 'message', pattern: null, channel: Buffer.from('room'), payload: bytes },
    { kind: 'message', pattern: 'ro?m', channel: Buffer.from('room'), payload: bytes },
    { kind: 'message', pattern: null, channel: Buffer.from([0xff]), payload: Buffer.alloc(0) },
    { kind: 'shard', pattern: null, channel: Buffer.from('s'), payload: Buffer.from('shard') },
  ])
  ear.listening.end()
  await expect.poll(() => link.send(['PUBLISH', 'room', 'x'])).toBe('0')
  expect(ear.states).toEqual([])
})

test('a lost socket is subscribed again, and says that there was a gap', async () => {
  const link = await open({ port: redis.port })
  const ear = await hear(link, { channels: ['gap'] })
  await link.send(['CLIENT', 'KILL', 'TYPE', 'pubsub'])
  await expect.poll(() => ear.states.map(({ state }) => state)).toEqual(['reconnecting', 'ready'])
  await link.send(['PUBLISH', 'gap', 'after'])
  await expect.poll(ear.texts).toEqual(['gap after'])
})

test('what the server refuses is said, and no socket stays', async () => {
  const link = await open({ port: redis.port })
  await link.send(['ACL', 'SETUSER', 'default', 'resetchannels', '&open'])
  onTestFinished(async () => void (await link.send(['ACL', 'SETUSER', 'default', 'allchannels'])))
  await expect(hear(link, { channels: ['closed'] })).rejects.toMatchObject({
    params: { words: expect.stringMatching(/^NOPERM/) },
  })
  await expect.poll(() => link.send(['CLIENT', 'LIST', 'TYPE', 'pubsub']).then(String)).toBe('')
})

test('who may not read the whole connection hears nothing', async () => {
  const link = await open({ port: redis.port })
  const connection = {
    id: 'c',
    lineId: 'l',
    name: 'dev',
    readOnly: false,
    isCluster: false,
    isClusterNode: false,
  }
  const log = new CommandLog(
    { publish: async () => undefined, subscribe: () => () => undefined },
    () => undefined,
  )
  const place = { game: 'lantern', operator: 'northwind', lineId: 'l', environment: 'dev' as const }
  const guarded = (pattern?: string) => {
    const grant = {
      ...everything,
      ...(pattern === undefined ? {} : { resource: { kind: 'redis', pattern } }),
    }
    const asking = { caller: aCaller('u', [grant]), place }
    return new GuardedDatabase({ asking, connection: connection as never, link, log })
  }
  const hearer = { message: () => undefined, state: () => undefined }
  for (const pattern of ['dev/0/game:*', 'dev/0/*']) {
    for (const wanted of [{ channels: ['__keyspace@1__:x'] }, { patterns: ['*'] }, { sharded: ['s'] }]) {
      await expect(guarded(pattern).listen(wanted, hearer)).rejects.toThrow('redis_key_forbidden')
    }
    await expect(guarded(pattern).run(['PUBSUB', 'CHANNELS'])).rejects.toThrow('redis_key_forbidden')
    await expect(guarded(pattern).askSentinels('MASTER')).rejects.toThrow('redis_key_forbidden')
  }
  const listening = await guarded().listen({ channels: ['x'] }, hearer)
  listening.end()
  expect(await guarded().askSentinels('MASTER')).toEqual([])
})

test('in a cluster a shard channel is heard where its slot is, also after it moved, and keys of every master', async () => {
  const link = await open({ mode: 'cluster', port: cluster.nodes[0]!.port })
  const shards = ['a', 'b', 'c', 'd'].map((name) => `shard:${name}`)
  const ear = await hear(link, { sharded: shards, channels: ['plain'] })
  for (const shard of shards) await link.send(['SPUBLISH', shard, 'one'])
  const [, other] = link.masters()
  await link.send(['PUBLISH', 'plain', 'two'], { node: other! })
  await expect
    .poll(() => ear.texts().toSorted())
    .toEqual(['plain two', ...shards.map((shard) => `${shard} one`)])
  const slot = slotOf(Buffer.from(shards[0]!))
  const from = Math.floor(slot / 5461.5)
  const to = (from + 1) % 3
  await cluster.moveSlot(slot, from, to, true)
  await expect.poll(() => ear.states.at(-1)?.state).toBe('ready')
  await cluster.cli(cluster.nodes[to]!.port, 'SPUBLISH', shards[0]!, 'moved')
  await expect.poll(ear.texts).toContain(`${shards[0]} moved`)

  for (const node of link.masters())
    await link.send(['CONFIG', 'SET', 'notify-keyspace-events', 'KEA'], { node })
  const keys = await hear(link, { patterns: ['__keyevent@0__:set'], everyMaster: true })
  for (const key of ['user:1', 'user:2', 'user:3', 'user:4', 'user:5']) await link.send(['SET', key, '1'])
  await expect
    .poll(() => keys.heard.map(({ payload }) => `${payload}`).toSorted())
    .toEqual(['user:1', 'user:2', 'user:3', 'user:4', 'user:5'])
})
