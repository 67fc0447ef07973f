import type { RouteReply } from '@qd/contract-kit'
import { startCluster, startRedis, startSentinels } from '@qd/testing'
import type { TestCluster, TestRedis, TestSentinels } from '@qd/testing'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import type {
  callFunction,
  changeFunctions,
  publishMessage,
  serverChannels,
  serverCluster,
  serverFunctions,
  serverReplication,
  serverSlots,
} from '../../contract/index.ts'
import { openLink } from '../link/open-link.ts'
import type { RedisLink } from '../link/redis-link.ts'
import { testConfig, testDialer } from '../testing/link-config.ts'
import type { LivePage } from '../testing/live-page.ts'
import { holder, serverWorld } from '../testing/server-world.ts'

let redis: TestRedis
let cluster: TestCluster
let group: TestSentinels
let one: RedisLink
let many: RedisLink
let watched: RedisLink
let pages: Awaited<ReturnType<typeof serverWorld>>

beforeAll(async () => {
  ;[redis, cluster, group] = await Promise.all([
    startRedis(),
    startCluster({ replicas: 1 }),
    startSentinels(2),
  ])
  const open = (of: Parameters<typeof testConfig>[0]) =>
    openLink(testConfig(of), {}, { db: 0, dialer: testDialer(), pauseMs: () => 20 })
  const nodes = [
    ...group.sentinels.map(({ port }) => ({ host: '127.0.0.1', port })),
    { host: '127.0.0.1', port: 1 },
  ]
  ;[one, many, watched] = await Promise.all([
    open({ port: redis.port }),
    open({ mode: 'cluster', port: cluster.nodes[0]!.port }),
    open({ mode: 'sentinel', host: '', sentinel: { nodes, master: group.master, username: '' } }),
  ])
  pages = await serverWorld({ one, many, watched })
}, 120_000)
afterAll(async () => {
  await pages.stop()
  for (const link of [one, many, watched]) link.close()
  await Promise.all([redis.stop(), cluster.stop(), group.stop()])
})

const reader = holder(['read'])
const onMany = { on: 'many', as: reader }

async function opened(channel: string, open: object, of: Parameters<typeof pages.open>[2] = {}) {
  const page = await pages.open(channel, open, of)
  onTestFinished(() => page.close())
  return page
}
const eventsOf = <T>(page: LivePage, name: string): T[] =>
  page.events.flatMap((event) => (event as Record<string, T[]>)[name] ?? [])

test('[S7.11] a reader sees nodes, slots and the place of a key, and what is between two nodes or nowhere', async () => {
  for (const key of ['{a}1', '{a}2', 'b']) await many.send(['SET', key, '1'])
  const read = () => pages.ask<RouteReply<typeof serverCluster>>('cluster', { key: 'x{a}y' }, onMany)
  const seen = await read()
  expect(seen).toMatchObject({ state: 'ok', uncovered: [], moving: [], place: { slot: 15495, hashed: 'a' } })
  expect(seen.nodes).toHaveLength(6)
  const masters = seen.nodes.filter(({ role }) => role === 'master')
  expect(masters.map(({ slots }) => slots)).toEqual([
    [{ from: 0, to: 5460 }],
    [{ from: 5461, to: 10922 }],
    [{ from: 10923, to: 16383 }],
  ])
  expect(masters.reduce((sum, { keys }) => sum + keys!, 0)).toBe(3)
  expect(masters[2]).toMatchObject({ id: seen.place!.nodeId, isLinked: true, code: '' })
  expect(masters[2]!.memory).toBeGreaterThan(0)
  const replica = seen.nodes.find(({ role }) => role === 'replica')!
  expect(replica).toMatchObject({ keys: null, slotCount: 0 })
  expect(masters.map(({ id }) => id)).toContain(replica.masterId)

  await cluster.moveSlot(15495, 2, 0, false)
  expect((await read()).moving).toEqual([{ slot: 15495, from: masters[2]!.id, to: masters[0]!.id }])
  for (const at of [0, 2]) await cluster.cli(cluster.nodes[at]!.port, 'CLUSTER', 'SETSLOT', '15495', 'STABLE')
  const { nodes } = await pages.ask<RouteReply<typeof serverSlots>>('slots', {}, onMany)
  const slots = nodes.flatMap(({ data }) => data!.slots)
  expect(slots).toContainEqual({ slot: 15495, keys: 2, cpuUsec: null, input: null, output: null })
  expect(nodes.every(({ data }) => data!.isEstimate)).toBe(true)
})

test('who copies whom, and what each sentinel thinks; one that is gone is named', async () => {
  const cut = await pages.ask<RouteReply<typeof serverReplication>>(
    'replication',
    {},
    { on: 'watched', as: reader },
  )
  const [master] = cut.nodes
  expect(master!.data).toMatchObject({ role: 'master', master: null, backlog: { isActive: true } })
  expect(master!.data!.replicas).toMatchObject([
    { address: `127.0.0.1:${group.servers[1]!.port}`, state: 'online' },
  ])
  expect(cut.sentinels.map(({ code }) => code)).toEqual(['', '', 'redis_unreachable'])
  expect(cut.sentinels[0]!.data).toMatchObject({
    group: group.master,
    quorum: 2,
    master: { address: `127.0.0.1:${group.servers[0]!.port}`, isDown: false },
    replicas: [{ address: `127.0.0.1:${group.servers[1]!.port}`, isDown: false }],
    sentinels: [{ isDown: false }],
  })
  const plain = await pages.ask<RouteReply<typeof serverReplication>>('replication', {}, { as: reader })
  expect(plain.sentinels).toEqual([])
})

test('messages are listed, heard and published; a flood is counted', async () => {
  const page = await opened(
    'redis.messages',
    { channels: ['room'], patterns: ['r*'], sharded: ['s'] },
    { as: reader },
  )
  const { nodes } = await pages.ask<RouteReply<typeof serverChannels>>(
    'channels',
    { pattern: '' },
    { as: reader },
  )
  expect(nodes[0]!.data).toEqual({
    patterns: 1,
    channels: [
      { channel: 'room', subscribers: 1, isSharded: false },
      { channel: 's', subscribers: 1, isSharded: true },
    ],
    isCut: false,
  })
  const editor = holder(['read', 'edit'])
  const publish = (channel: string, payload: unknown, isSharded = false, as = editor) =>
    pages.ask<RouteReply<typeof publishMessage>>('publish', { channel, payload, isSharded }, { as })
  expect(await publish('room', { base64: '/wA=' })).toEqual({ receivers: 2 })
  await publish('s', 'x'.repeat(5_000), true)
  await expect.poll(() => eventsOf(page, 'messages')).toHaveLength(3)
  expect(eventsOf(page, 'messages')).toMatchObject([
    { channel: 'room', pattern: '', payload: { base64: '/wA=' }, bytes: 2, isCut: false },
    { channel: 'room', pattern: 'r*' },
    { channel: 's', isSharded: true, bytes: 5_000, isCut: true, payload: 'x'.repeat(4_096) },
  ])
  await one.sendAll(Array.from({ length: 2_000 }, () => ['PUBLISH', 'room', 'again']))
  const dropped = () =>
    page.events.reduce<number>((sum, event) => sum + ((event as { dropped?: number }).dropped ?? 0), 0)
  await expect.poll(() => eventsOf(page, 'messages').length - 3 + dropped()).toBe(4_000)
  expect(dropped()).toBeGreaterThan(0)
  await expect(publish('room', 'x', false, reader)).rejects.toThrow('403 forbidden')
  pages.world.readOnly = true
  onTestFinished(() => void (pages.world.readOnly = false))
  await expect(publish('room', 'x')).rejects.toThrow('403 redis_read_only')
})

test('[S8.07] a server that stays away is tried ten times, and then the page and its calls are told', async () => {
  const away = await startRedis()
  const pauses: number[] = []
  const pauseMs = (attempt: number) => (pauses.push(attempt), attempt)
  const link = await openLink(testConfig({ port: away.port }), {}, { db: 0, dialer: testDialer(), pauseMs })
  const own = await serverWorld({ one: link })
  onTestFinished(() => own.stop().finally(() => link.close()))
  const page = await own.open('redis.messages', { channels: ['room'], patterns: [], sharded: [] })
  onTestFinished(() => page.close())
  await away.stop()
  await expect
    .poll(() => page.events.at(-1), { timeout: 30_000 })
    .toMatchObject({
      kind: 'link',
      state: 'lost',
      code: 'redis_too_many_attempts',
    })
  expect(pauses.slice(-10)).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, 10])
  await expect(own.ask('publish', { channel: 'room', payload: 'x', isSharded: false })).rejects.toThrow(
    '502 redis_too_many_attempts',
  )
})

test('events of keys come by key or by event, from every master', async () => {
  const set = async (value: string) => {
    for (const node of many.masters())
      await many.send(['CONFIG', 'SET', 'notify-keyspace-events', value], { node })
  }
  for (const setting of ['KEA', 'EA']) {
    await set(setting)
    const page = await opened('redis.keyEvents', { pattern: 'game:*', allDatabases: false }, onMany)
    for (const key of ['game:1', 'other', 'game:2', 'game:3']) await many.send(['SET', key, '1'])
    const events = () => eventsOf<{ key: string; event: string; db: number }>(page, 'events')
    await expect
      .poll(() =>
        events()
          .map(({ key }) => key)
          .toSorted(),
      )
      .toEqual(['game:1', 'game:2', 'game:3'])
    expect(events()[0]).toMatchObject({ event: 'set', db: 0 })
  }
})

const LIBRARY = `#!lua name=shop
redis.register_function{function_name='price', callback=function(keys, args) return {keys[1], args[1]} end, flags={'no-writes'}}
redis.register_function('buy', function(keys) return redis.call('INCR', keys[1]) end)`

test('functions are loaded on all masters, shown, tried and deleted', async () => {
  const change = (of: object, more: object = {}, on = 'many') =>
    pages.ask<RouteReply<typeof changeFunctions>>(
      'functions/change',
      { functionsChange: of, confirm: on, reason: 'a test', ...more },
      { on },
    )
  const load = { kind: 'load', code: LIBRARY, replace: false }
  await expect(change(load, { confirm: 'x' })).rejects.toThrow('428 confirm_required')
  expect((await change(load)).nodes.map(({ code }) => code)).toEqual(['', '', ''])
  expect((await change(load)).nodes.map(({ code }) => code)).toEqual(Array(3).fill('redis_refused'))
  expect((await change({ ...load, replace: true })).nodes.map(({ code }) => code)).toEqual(['', '', ''])
  const sha = String(await many.send(['SCRIPT', 'LOAD', 'return 1'], { node: many.masters()[0]! }))
  const shown = await pages.ask<RouteReply<typeof serverFunctions>>('functions', { scripts: [sha] }, onMany)
  expect(shown.nodes.map(({ data }) => data!.scripts)).toEqual([[true], [false], [false]])
  expect(shown.nodes[0]!.data!.libraries).toMatchObject([{ name: 'shop', engine: 'LUA', code: LIBRARY }])
  expect(
    shown.nodes[0]!.data!.libraries![0]!.functions.map(({ name, flags }) => [name, flags]).toSorted(),
  ).toEqual([
    ['buy', []],
    ['price', ['no-writes']],
  ])
  const tried = (name: string, isReadOnly: boolean, more: object = { confirm: 'many' }) =>
    pages.ask<RouteReply<typeof callFunction>>(
      'functions/call',
      { name, keys: ['k{1}'], args: ['5'], isReadOnly, ...more },
      { on: 'many', as: holder(['read', 'edit', ...('confirm' in more ? ['dangerous'] : [])]) },
    )
  await expect(tried('price', true, {})).rejects.toThrow('403 redis_command_forbidden')
  await expect(tried('price', true, { confirm: 'x' })).rejects.toThrow('428 confirm_required')
  expect(await tried('price', true)).toEqual({ reply: ['k{1}', '5'] })
  expect(await tried('buy', false)).toEqual({ reply: '1' })
  await expect(tried('buy', true)).rejects.toThrow('422 redis_refused')
  expect((await change({ kind: 'killScript' })).nodes[0]).toMatchObject({ msg: 'redis_refused' })
  expect((await change({ kind: 'delete', library: 'shop' })).nodes.map(({ code }) => code)).toEqual([
    '',
    '',
    '',
  ])
})

test('who may read some keys alone is refused each of these pages', async () => {
  const some = { as: holder(['read', 'edit'], 'one/0/game:*') }
  const refused = '403 redis_key_forbidden'
  await expect(pages.ask('cluster', {}, some)).rejects.toThrow(refused)
  await expect(pages.ask('slots', {}, some)).rejects.toThrow(refused)
  await expect(pages.ask('replication', {}, some)).rejects.toThrow(refused)
  await expect(pages.ask('channels', { pattern: '' }, some)).rejects.toThrow(refused)
  await expect(pages.ask('functions', { scripts: [] }, some)).rejects.toThrow(refused)
  await expect(pages.ask('publish', { channel: 'c', payload: '', isSharded: false }, some)).rejects.toThrow(
    refused,
  )
  const names = { channels: ['c'], patterns: [], sharded: [] }
  await expect(pages.open('redis.messages', names, some)).rejects.toThrow('redis_key_forbidden')
  await expect(pages.open('redis.keyEvents', { pattern: '*', allDatabases: true }, some)).rejects.toThrow(
    'redis_key_forbidden',
  )
})
