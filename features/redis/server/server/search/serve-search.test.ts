import { aCaller } from '@qd/server-kit/testing'
import { SEARCH_MODULE, startCluster, startRedis } from '@qd/testing'
import type { TestCluster, TestRedis } from '@qd/testing'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { SearchDocument, SearchIndex } from '../../../contract/index.ts'
import { openLink } from '../../link/open-link.ts'
import type { RedisLink } from '../../link/redis-link.ts'
import { testConfig, testDialer } from '../../testing/link-config.ts'
import { holder, serverWorld } from '../../testing/server-world.ts'

interface Listed {
  nodes: { node: string; code: string; data: { indexes: SearchIndex[]; isIncomplete: boolean } | null }[]
}
interface Found {
  total: number
  documents: SearchDocument[]
  ms: number
}

const opened = { db: 0, dialer: testDialer(), pauseMs: () => 20 }
const REFUSED = { http: 422, code: 'redis_refused' }
const BINARY = Buffer.from([0x68, 0xff, 0x3a])
let redis: TestRedis
let bare: TestRedis
let cluster: TestCluster
let links: { one: RedisLink; bare: RedisLink; many: RedisLink }
let world: Awaited<ReturnType<typeof serverWorld>>
let node: string

beforeAll(async () => {
  redis = await startRedis(['--loadmodule', SEARCH_MODULE])
  bare = await startRedis()
  cluster = await startCluster({ args: ['--loadmodule', SEARCH_MODULE] })
  const first = cluster.nodes[0]!.port
  links = {
    one: await openLink(testConfig({ port: redis.port, name: 'one' }), {}, opened),
    bare: await openLink(testConfig({ port: bare.port, name: 'bare' }), {}, opened),
    many: await openLink(testConfig({ port: first, name: 'many', mode: 'cluster' }), {}, opened),
  }
  const send = (...args: (string | Buffer)[]) => links.one.send(args)
  node = links.one.masters()[0]!
  const schema = ['name', 'TEXT', 'WEIGHT', '5', 'SORTABLE', 'level', 'NUMERIC', 'SORTABLE', 'guild', 'TAG']
  await send('FT.CREATE', 'heroes', 'SCHEMA', ...schema)
  await send('FT.CREATE', BINARY, 'SCHEMA', 'x', 'TEXT')
  const heroes = [
    ['hero:1', 'Anna Storm', '12', 'red'],
    ['hero:2', 'Boris Storm', '40', 'blue'],
    ['hero:3', '<b>Anna</b>', '3', 'red'],
  ]
  for (const [key = '', name = '', level = '', guild = ''] of heroes) {
    await send('FT.ADD', 'heroes', key, '1', 'FIELDS', 'name', name, 'level', level, 'guild', guild)
  }
  const raw = Buffer.from([0xfe, 0x01])
  await send('FT.ADD', BINARY, raw, '1', 'FIELDS', 'x', Buffer.concat([Buffer.from('anna '), raw]))
  // Named as an index is kept, and none.
  await send('SET', 'idx:not-one', 'v')
  world = await serverWorld(links)
})
afterAll(async () => {
  await world.stop()
  for (const link of Object.values(links)) link.close()
  await redis.stop()
  await bare.stop()
  await cluster.stop()
})

const find = (of: object) =>
  world.ask<Found>('search/query', { node, index: 'heroes', offset: 0, limit: 10, fields: null, ...of })
const keysOf = ({ documents }: Found) => documents.map(({ key }) => key)

describe('indexes of RediSearch', () => {
  it('lists them with what is in them, also one whose name is no text, and nothing else', async () => {
    const { nodes } = await world.ask<Listed>('search/indexes', {}, { as: holder(['read']) })
    expect(nodes).toMatchObject([{ node, code: '', data: { isIncomplete: false } }])
    const { indexes } = nodes[0]!.data!
    expect(indexes.map(({ name }) => name)).toEqual(['heroes', { base64: BINARY.toString('base64') }])
    expect(indexes[0]).toMatchObject({
      documents: 3,
      isIndexing: false,
      indexed: 1,
      fields: [
        { name: 'name', type: 'TEXT', isSortable: true },
        { name: 'level', type: 'NUMERIC', isSortable: true },
        { name: 'guild', type: 'TAG', isSortable: false },
      ],
    })
    expect(indexes[0]!.terms).toBeGreaterThan(3)
    expect(indexes[0]!.bytes).toBeGreaterThan(0)
  })

  it('finds documents page by page, in an order, with the fields that were asked for', async () => {
    expect(await find({ query: 'storm', limit: 1 })).toMatchObject({ total: 2, documents: [{}] })
    const both = [
      await find({ query: 'storm', limit: 1 }),
      await find({ query: 'storm', limit: 1, offset: 1 }),
    ]
    expect(both.flatMap(keysOf).toSorted()).toEqual(['hero:1', 'hero:2'])
    const sorted = await find({
      query: '*',
      sortBy: { field: 'level', isDescending: true },
      fields: ['name'],
    })
    expect(sorted.documents.map(({ key, fields }) => [key, fields.map(({ value }) => value)])).toEqual([
      ['hero:2', ['Boris Storm']],
      ['hero:1', ['Anna Storm']],
      ['hero:3', ['<b>Anna</b>']],
    ])
    const names = await find({ query: '@level:[10 50]', fields: [] })
    expect(names.documents).toEqual([
      { key: expect.stringMatching(/^hero:[12]$/), fieldCount: null, fields: [] },
      { key: expect.stringMatching(/^hero:[12]$/), fieldCount: null, fields: [] },
    ])
    expect(await find({ query: 'nobody' })).toMatchObject({ total: 0, documents: [] })
    expect((await find({ query: 'storm' })).ms).toBeGreaterThan(0)
  })

  it('keeps names and values that are no text', async () => {
    const found = await find({ index: { base64: BINARY.toString('base64') }, query: 'anna' })
    expect(found.documents).toMatchObject([
      { key: { base64: '/gE=' }, fields: [{ name: 'x', value: { base64: expect.any(String) } }] },
    ])
  })

  it('explains how a query is understood', async () => {
    const { plan } = await world.ask<{ plan: string }>('search/explain', {
      node,
      index: 'heroes',
      query: 'anna @level:[1 3]',
    })
    expect(plan).toContain('INTERSECT')
    expect(plan).toContain('@level')
  })

  it('names the field a refusal of the module is about, with its words', async () => {
    const at = { lineId: 'lantern-dev', connectionId: 'one', db: 0, node }
    const page = { offset: 0, limit: 10, fields: null }
    const asked = async (body: object, call = 'query') => {
      const answer = await world.app
        .as(holder(['read']))
        .post(`/adjust/redis/server/search/${call}`, { ...at, ...(call === 'query' ? page : {}), ...body })
      const { err, msg } = answer.body
      return { http: answer.http, code: err?.code, field: err?.field, msg }
    }
    const wrong = await asked({ index: 'heroes', query: '@@bad(' })
    expect(wrong).toMatchObject({ ...REFUSED, field: 'query' })
    expect(wrong.msg).toContain('Syntax error at offset')
    expect(await asked({ index: 'heroes', query: '((' }, 'explain')).toMatchObject({
      ...REFUSED,
      field: 'query',
    })
    const nowhere = await asked({ index: 'nobody', query: 'anna' })
    expect(nowhere).toMatchObject({ ...REFUSED, field: 'index' })
    expect(await asked({ index: 'heroes', query: 'anna', limit: 101 })).toMatchObject({ http: 400 })
    expect(await asked({ index: 'heroes', query: '' })).toMatchObject({ http: 400 })
  })

  it('works on a read-only connection', async () => {
    world.world.readOnly = true
    const found = await find({ query: 'storm' }).finally(() => (world.world.readOnly = false))
    expect(found.total).toBe(2)
  })

  it('is closed to those without the right, and to those whose grants name some keys', async () => {
    const query = { node, index: 'heroes', query: 'anna', offset: 0, limit: 10, fields: null }
    for (const pattern of ['one/0/hero:*', 'one/0/idx:*', 'one/0/*']) {
      const as = holder(['read'], pattern)
      for (const [call, body] of [
        ['indexes', {}],
        ['query', query],
        ['explain', { node, index: 'heroes', query: 'anna' }],
      ] as const)
        await expect(world.ask(`search/${call}`, body, { as })).rejects.toThrow('403 redis_key_forbidden')
    }
    const nobody = aCaller('nobody', [])
    await expect(world.ask('search/indexes', {}, { as: nobody })).rejects.toThrow('403 forbidden')
    await expect(world.ask('search/query', query, { as: nobody })).rejects.toThrow('403 forbidden')
  })

  it('says so of a server without the module', async () => {
    await expect(world.ask('search/indexes', {}, { on: 'bare' })).rejects.toThrow('422 redis_command_unknown')
    const query = { node, index: 'heroes', query: 'anna', offset: 0, limit: 10, fields: null }
    await expect(world.ask('search/query', query, { on: 'bare' })).rejects.toThrow(
      '422 redis_command_unknown',
    )
  })

  it('looks through so many keys and says that there may be more', async () => {
    await links.one.send(['EVAL', "for at = 1, 250000 do redis.call('SET', 'k' .. at, '') end", '0'])
    const { nodes } = await world.ask<Listed>('search/indexes', {})
    expect(nodes[0]!.data!.isIncomplete).toBe(true)
  })
})

describe('a cluster', () => {
  it('lists the indexes of each node, asks the node an index is on, and shows one that is silent as such', async () => {
    await links.many.send(['FT.CREATE', 'a', 'SCHEMA', 'name', 'TEXT'])
    await links.many.send(['FT.ADD', 'a', '{a}:1', '1', 'FIELDS', 'name', 'Anna'])
    const { nodes } = await world.ask<Listed>('search/indexes', {}, { on: 'many' })
    const there = nodes.filter(({ data }) => data!.indexes.length > 0)
    expect(there).toMatchObject([{ data: { indexes: [{ name: 'a', documents: 1 }] } }])
    const query = { node: there[0]!.node, index: 'a', query: 'anna', offset: 0, limit: 10, fields: null }
    const found = await world.ask<Found>('search/query', query, { on: 'many' })
    expect(keysOf(found)).toEqual(['{a}:1'])
    await expect(
      world.ask('search/query', { ...query, node: '127.0.0.1:1' }, { on: 'many' }),
    ).rejects.toThrow('502 redis_cluster_failed')
    const other = cluster.nodes.find(({ port }) => !there[0]!.node.endsWith(`:${port}`))!
    await other.stop()
    const after = await world.ask<Listed>('search/indexes', {}, { on: 'many' })
    expect(after.nodes.filter(({ data }) => data === null)).toMatchObject([
      { node: expect.stringContaining(`${other.port}`), code: expect.stringMatching(/^redis_/) },
    ])
    expect(after.nodes.find(({ node: id }) => id === there[0]!.node)?.data?.indexes).toHaveLength(1)
  })
})
