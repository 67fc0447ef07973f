import { once } from 'node:events'
import { createServer } from 'node:net'
import type { AddressInfo } from 'node:net'
import { refusingPort, startSentinels } from '@qd/testing'
import type { TestSentinels } from '@qd/testing'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import type { ConnectionConfig } from '../../contract/index.ts'
import { testConfig, testDialer } from '../testing/link-config.ts'
import { openLink } from './open-link.ts'
import type { RedisLink } from './redis-link.ts'
import { testWay } from './test-way.ts'

let group: TestSentinels

beforeAll(async () => {
  group = await startSentinels()
}, 60_000)
afterAll(() => group.stop())

const options = { db: 0, dialer: testDialer(), pauseMs: () => 200 }
const say = (error: Error) => error.message

type Sentinel = NonNullable<ConnectionConfig['sentinel']>

function configOf(ports: readonly number[], of: Partial<Sentinel> = {}): ConnectionConfig {
  const nodes = ports.map((port) => ({ host: '127.0.0.1', port }))
  return testConfig({
    mode: 'sentinel',
    host: '',
    sentinel: { nodes, master: group.master, username: '', ...of },
  })
}

const portsOf = () => group.sentinels.map(({ port }) => port)

async function open(config: ConnectionConfig, secrets = {}): Promise<RedisLink> {
  const link = await openLink(config, secrets, options)
  onTestFinished(() => link.close())
  return link
}

/** A sentinel that answers every question for a master with one address. */
async function lyingSentinel(host: string, port: number): Promise<number> {
  const server = createServer((socket) => {
    socket.on('error', () => undefined)
    socket.on('data', (data) => {
      for (const [name] of String(data).matchAll(/PING|SETNAME|GET-MASTER-ADDR-BY-NAME|MASTERS/g)) {
        const text = `${port}`
        const address = `*2\r\n$${host.length}\r\n${host}\r\n$${text.length}\r\n${text}\r\n`
        socket.write(name === 'MASTERS' ? '*0\r\n' : name.startsWith('GET') ? address : '+OK\r\n')
      }
    })
  }).listen(0, '127.0.0.1')
  onTestFinished(() => void server.close())
  await once(server, 'listening')
  return (server.address() as AddressInfo).port
}

test.each(['standalone', 'cluster'] as const)(
  'the port of a sentinel is no server of a connection that is %s',
  async (mode) => {
    const config = testConfig({ mode, port: portsOf()[0]! })
    const tested = await testWay(config, {}, { ...options, say })
    const code = mode === 'cluster' ? 'redis_cluster_failed' : 'redis_sentinel_failed'
    expect(tested).toMatchObject({ isFine: false })
    expect(tested.steps.find(({ state }) => state === 'failed')).toMatchObject({ code })
    await expect(open(config)).rejects.toThrow(code)
  },
)

test('a test tells the groups, and which step fails', async () => {
  const nobody = await refusingPort()
  onTestFinished(nobody.release)
  const fine = await testWay(configOf([nobody.port, ...portsOf()]), {}, { ...options, say })
  expect(fine).toMatchObject({ isFine: true, masters: ['arena'], version: expect.stringMatching(/^\d/) })
  expect(fine.steps.filter(({ step }) => step === 'sentinel').map(({ state }) => state)).toEqual([
    'failed',
    'ok',
    'ok',
  ])
  const unnamed = await testWay(configOf(portsOf(), { master: 'nobody' }), {}, { ...options, say })
  expect(unnamed).toMatchObject({ isFine: false, masters: ['arena'] })
  expect(unnamed.steps.find(({ state }) => state === 'failed')).toMatchObject({
    step: 'sentinel',
    code: 'redis_sentinel_failed',
  })
  expect(unnamed.steps.filter(({ state }) => state === 'skipped').map(({ step }) => step)).toEqual([
    'address',
    'tcp',
    'ping',
  ])
})

test('user and password of the sentinel are its own', async () => {
  const [port] = portsOf()
  await group.cli(port!, 'ACL', 'SETUSER', 'watcher', 'on', '>watch-pass', '+@all', '~*', '&*')
  const config = configOf([port!], { username: 'watcher' })
  const link = await open(config, { sentinelPassword: 'watch-pass' })
  expect(await link.send(['PING'])).toEqual(Buffer.from('PONG'))
  await expect(open(config, { sentinelPassword: 'wrong' })).rejects.toMatchObject({
    message: 'redis_auth_failed',
  })
})

test('a replica that a sentinel passes off as the master is found out', async () => {
  const replica = group.servers[1]!
  const port = await lyingSentinel('127.0.0.1', replica.port)
  await expect(open(configOf([port]))).rejects.toMatchObject({
    message: 'redis_sentinel_failed',
    params: { reason: { text: 'redis.reason.notMaster' } },
  })
})

test('where a sentinel leads is guarded like what people type', async () => {
  for (const host of ['169.254.169.254', '10.0.0.1', '100.100.100.200', '::ffff:169.254.169.254']) {
    const port = await lyingSentinel(host, 80)
    await expect(open(configOf([port]))).rejects.toMatchObject({
      message: 'redis_unreachable',
      params: { reason: { text: 'redis.reason.forbidden' } },
    })
  }
})

test('a failover is followed', { timeout: 90_000 }, async () => {
  // With the pauses of the product: a failover takes seconds.
  const link = await openLink(configOf(portsOf()), {}, { db: 0, dialer: testDialer() })
  onTestFinished(() => link.close())
  const [master, replica] = group.servers
  await link.send(['SET', 'a', '1'])
  await expect.poll(() => group.cli(replica!.port, 'GET', 'a'), { timeout: 30_000 }).toBe('1')
  process.kill(master!.pid, 'SIGKILL')
  await expect
    .poll(() => link.send(['INCR', 'a']).then(String, (error: Error) => error.message), { timeout: 60_000 })
    .toMatch(/^\d+$/)
  expect(String(await link.send(['INFO', 'server']))).toContain(`tcp_port:${replica!.port}`)
})
