import { aCaller, everything } from '@qd/server-kit/testing'
import { startCluster } from '@qd/testing'
import type { TestCluster } from '@qd/testing'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { consoleWorld } from '../testing/console-world.ts'
import type { TestConsole } from '../testing/console-world.ts'

/** Keys of three masters: a command that names none is about all of them. */
let cluster: TestCluster
let world: Awaited<ReturnType<typeof consoleWorld>>
let desk: TestConsole
const KEYS = Array.from({ length: 30 }, (_, at) => `key:${at}`)
const admin = aCaller('admin', [everything])
beforeAll(async () => {
  cluster = await startCluster()
  world = await consoleWorld(cluster.nodes[0]!.port)
  world.set('shards', { mode: 'cluster' })
}, 60_000)
afterAll(async () => {
  await world.stop()
  await cluster.stop()
})
beforeEach(async () => {
  world.closePages()
  desk = await world.as(admin).open('shards')
  for (const key of KEYS) await desk.value(`SET ${key} 1`)
})

/** A dangerous command, confirmed as a person does it. */
async function confirmed(line: string) {
  const args = line.split(' ')
  const asked = (await desk.type(line)) as unknown as { console: string }
  const { body } = await world.as(admin).allow({
    lineId: 'lantern-dev',
    connectionId: 'shards',
    db: 0,
    console: asked.console,
    args,
    reason: 'a test',
    confirm: 'shards',
  })
  return desk.type(line, (body as { data: { allowance: string } }).data.allowance)
}

const addresses = () => cluster.nodes.map(({ port }) => `127.0.0.1:${port}`).toSorted()
const sizes = () => Promise.all(cluster.nodes.map(({ port }) => cluster.cli(port, 'DBSIZE').then(Number)))

it('[S1.05] DBSIZE, KEYS and RANDOMKEY of a console are of all masters of a cluster', async () => {
  expect(Math.max(...(await sizes()))).toBeLessThan(KEYS.length)
  const size = await desk.type('DBSIZE')
  expect(size).toMatchObject({ value: { t: 'i', v: '30' } })
  expect(size.nodes?.toSorted()).toEqual(addresses())
  const { value } = await confirmed('KEYS *')
  const found = (value as unknown as { v: { v: string }[] }).v.map(({ v }) => v)
  expect(found.toSorted()).toEqual(KEYS.toSorted())
  const drawn = new Set<unknown>()
  for (let turn = 0; turn < 60; turn += 1) drawn.add(((await desk.value('RANDOMKEY')) as { v: unknown }).v)
  const homes = await Promise.all(
    [...drawn].map((key) => cluster.cli(cluster.nodes[0]!.port, 'CLUSTER', 'KEYSLOT', String(key))),
  )
  const shards = new Set(homes.map((slot) => (Number(slot) <= 5_460 ? 0 : Number(slot) <= 10_922 ? 1 : 2)))
  expect([...shards].toSorted()).toEqual([0, 1, 2])
})

it('SCAN goes through all masters, whatever is typed in between', async () => {
  const found: string[] = []
  let cursor = '0'
  do {
    const answer = await desk.type(`SCAN ${cursor} COUNT 4`)
    expect(answer.nodes).toHaveLength(1)
    const [next, keys] = (answer.value as unknown as { v: [{ v: string }, { v: { v: string }[] }] }).v
    cursor = next.v
    found.push(...keys.v.map(({ v }) => v))
    // It lies on another node than the one the cursor is at.
    await desk.value(`GET ${KEYS[found.length % KEYS.length]}`)
  } while (cursor !== '0')
  expect([...new Set(found)].toSorted()).toEqual(KEYS.toSorted())
  await expect(desk.type('SCAN 12345')).resolves.toMatchObject({ value: null, code: 'redis_cluster_failed' })
})

it.each(['FLUSHALL', 'FLUSHDB'])('%s empties all masters', async (line) => {
  expect(await confirmed(line)).toMatchObject({ value: { t: 's', v: 'OK' } })
  expect(await sizes()).toEqual([0, 0, 0])
})

it('what some masters refuse is told with their names, and what one node answers with its name', async () => {
  const [first, second] = cluster.nodes
  await cluster.cli(second!.port, 'ACL', 'SETUSER', 'default', '-flushall')
  try {
    const outcome = await confirmed('FLUSHALL')
    expect(outcome).toMatchObject({ value: null, code: 'redis_cluster_partly' })
    expect(outcome.msg).toContain(`127.0.0.1:${second!.port}`)
    expect(outcome.msg).toContain('NOPERM')
    expect(outcome.msg).toContain(`127.0.0.1:${first!.port}`)
  } finally {
    await cluster.cli(second!.port, 'ACL', 'SETUSER', 'default', '+@all')
  }
  const one = await desk.type('INFO server')
  expect(addresses()).toContain(one.nodes?.[0])
  expect(one.nodes).toHaveLength(1)
  expect(await desk.type('GET key:1')).not.toHaveProperty('nodes')
})
