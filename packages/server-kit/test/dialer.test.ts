import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { PUBLIC_NETWORKS } from '@qd/game-contract/adapter'
import { recordNetworks } from '@qd/game-contract/record-networks'
import { WebSocketServer } from 'ws'
import { createDialer, isAddressAllowed } from '../src/index.ts'

const LOOPBACK = [
  '127.0.0.1',
  '127.1.2.3',
  '::1',
  '[::1]',
  '::ffff:127.0.0.1',
  '::ffff:7f00:1',
  '64:ff9b::7f00:1',
]
const NEVER = [
  '0.0.0.0',
  '0.1.2.3',
  '169.254.169.254',
  '::ffff:169.254.169.254',
  '::ffff:a9fe:a9fe',
  '64:ff9b::a9fe:a9fe',
  '2002:a9fe:a9fe::1',
  '100.100.100.200',
  '224.0.0.1',
  '255.255.255.255',
  '240.0.0.1',
  '::',
  'fe80::1',
  'fe80::1%eth0',
  'ff02::1',
  'fd00:ec2::254',
  '168.63.129.16',
  '2001:0:4136:e378:8000:63bf:3fff:fdd2',
  '64:ff9b:1:7f00::5db8:d822',
  '2606:4700::5efe:169.254.169.254',
  'fec0::1',
  '3fff::1',
  '192.88.99.1',
  'not-an-address',
  '',
  '127.0.0.1.nip',
]
const PRIVATE = [
  '10.0.0.8',
  '192.168.1.4',
  '172.16.0.9',
  '172.31.255.255',
  '100.64.0.1',
  'fd12:3456::1',
  '::ffff:10.0.0.8',
  '64:ff9b::a00:8',
  '2606:4700::200:5efe:10.0.0.8',
]
const OUTSIDE = ['93.184.216.34', '172.32.0.1', '100.128.0.1', '2606:4700::1111']
const LOCAL = { allowLoopback: true, allowPrivate: true }
const LOOPBACK_OPEN = recordNetworks({ allowLoopback: true })
const CLOSED = { allowLoopback: false }

describe('[T1] addresses', () => {
  test.each(LOOPBACK)('%s is loopback: only where the record says so', (address) => {
    expect([isAddressAllowed(address, CLOSED), isAddressAllowed(address, LOCAL)]).toEqual([false, true])
  })
  test.each(NEVER)('%s is never dialled', (address) => {
    expect([isAddressAllowed(address, CLOSED), isAddressAllowed(address, LOCAL)]).toEqual([false, false])
  })
  test.each(PRIVATE)('%s is a private network: only where the record says so', (address) => {
    const loopbackOnly = isAddressAllowed(address, { allowLoopback: true })
    expect([isAddressAllowed(address, CLOSED), loopbackOnly, isAddressAllowed(address, LOCAL)]).toEqual([
      false,
      false,
      true,
    ])
  })
  test.each(OUTSIDE)('%s may be dialled', (address) => {
    expect(isAddressAllowed(address, CLOSED)).toBe(true)
  })
})

describe('[T1] dialler', () => {
  const server = createServer((request, reply) => {
    if (request.url === '/redirect')
      return reply.writeHead(302, { location: 'http://169.254.169.254/' }).end()
    if (request.url === '/endless') {
      // Its close is told after what fails at once: who only asks whether it is writable writes for ever (Node 24.22).
      const more = (error?: Error | null): unknown => !error && reply.write('x'.repeat(65_536), more)
      return more()
    }
    if (request.url === '/half') {
      reply.writeHead(200, { 'content-length': '100' })
      return reply.write('half', () => reply.destroy())
    }
    if (request.url === '/silent') return undefined
    return reply.end('hello')
  })
  const sockets = new WebSocketServer({ server })
  sockets.on('connection', (socket) => socket.on('message', (data) => socket.send(data)))
  const ownPorts: number[] = []
  const dialer = createDialer({ ownPorts: () => ownPorts })
  let port = 0
  const ask = {
    method: 'GET' as const,
    headers: {},
    timeoutMs: 5_000,
    maxBytes: 1_000_000,
    networks: LOOPBACK_OPEN,
  }
  const at = (path: string, host = '127.0.0.1') => `http://${host}:${port}${path}`

  beforeAll(async () => {
    await new Promise<void>((resolve) => server.listen(0, resolve))
    port = (server.address() as AddressInfo).port
  })
  afterAll(() => {
    dialer.close()
    sockets.close()
    server.closeAllConnections()
    server.close()
  })

  test('reads an answer where loopback is allowed', async () => {
    const answer = await dialer.fetch(at('/'), ask)
    expect([answer.status, answer.body.toString()]).toEqual([200, 'hello'])
  })

  test.each([
    ['127.0.0.1'],
    ['localhost'],
    ['localhost.'],
    ['2130706433'],
    ['0x7f000001'],
    ['0177.0.0.1'],
    ['127.1'],
    ['[::1]'],
    ['[::ffff:127.0.0.1]'],
  ])('%s is refused without the record', async (host) => {
    const call = dialer.fetch(at('/', host), { ...ask, networks: PUBLIC_NETWORKS })
    await expect(call).rejects.toMatchObject({ fault: 'refused_address' })
  })

  test.each([
    'ftp://10.0.0.1/',
    'file:///etc/passwd',
    'gopher://10.0.0.1',
    'nonsense',
    'http://user:pw@10.0.0.1/',
  ])('%s is refused', async (url) => {
    await expect(dialer.fetch(url, ask)).rejects.toMatchObject({ fault: 'refused_address' })
  })

  test('never dials the console itself', async () => {
    ownPorts.push(port)
    await expect(dialer.fetch(at('/'), ask)).rejects.toMatchObject({ fault: 'refused_address' })
    ownPorts.length = 0
  })

  test('[T30] follows no redirect, caps bytes, names a cut and a timeout', async () => {
    expect((await dialer.fetch(at('/redirect'), ask)).status).toBe(302)
    await expect(dialer.fetch(at('/endless'), ask)).rejects.toMatchObject({ fault: 'too_large' })
    await expect(dialer.fetch(at('/half'), ask)).rejects.toMatchObject({ fault: 'cut' })
    const silent = dialer.fetch(at('/silent'), { ...ask, timeoutMs: 50 })
    await expect(silent).rejects.toMatchObject({ fault: 'timeout' })
    const stop = new AbortController()
    const given = dialer.fetch(at('/silent'), { ...ask, signal: stop.signal })
    stop.abort()
    await expect(given).rejects.toMatchObject({ fault: 'aborted' })
  })

  test('a dead port is unreachable', async () => {
    const probe = createServer().listen(0)
    const dead = (probe.address() as AddressInfo).port
    await new Promise((resolve) => probe.close(resolve))
    const call = dialer.fetch(`http://127.0.0.1:${dead}/`, ask)
    await expect(call).rejects.toMatchObject({ fault: 'unreachable' })
  })

  test('opens sockets under the same guard', async () => {
    const open = { networks: LOOPBACK_OPEN, timeoutMs: 5_000, maxPayloadBytes: 1_000 }
    const socket = await dialer.webSocket(`ws://127.0.0.1:${port}/`, open)
    const echoed = new Promise((resolve) => socket.once('message', resolve))
    socket.send('ping')
    expect(String(await echoed)).toBe('ping')
    socket.terminate()
    const closed = dialer.webSocket(`ws://127.0.0.1:${port}/`, { ...open, networks: PUBLIC_NETWORKS })
    await expect(closed).rejects.toMatchObject({ fault: 'refused_address' })
    await expect(
      dialer.webSocket(`ws://localhost:${port}/`, { ...open, networks: PUBLIC_NETWORKS }),
    ).rejects.toMatchObject({
      fault: 'refused_address',
    })
  })

  test('a way is probed step by step, to where it ends', async () => {
    const rule = { networks: LOOPBACK_OPEN, timeoutMs: 5_000 }
    const stages = async (url: string, part = {}) =>
      (await dialer.probe(url, { ...rule, ...part })).steps.map(({ stage, fault }) => `${stage} ${fault}`)
    expect(await stages(`http://127.0.0.1:${port}/`)).toEqual(['address null', 'dns null', 'tcp null'])
    expect(await stages(`http://127.0.0.1:${port}/`, { networks: PUBLIC_NETWORKS })).toEqual([
      'address refused_address',
    ])
    expect(await stages('http://no-such-host.invalid/')).toEqual([
      'address null',
      expect.stringMatching(/^dns E/),
    ])
    expect(await stages('http://127.0.0.1:1/')).toContain('tcp ECONNREFUSED')
    expect((await stages(`https://127.0.0.1:${port}/`)).at(-1)).toMatch(/^tls ERR_SSL|^tls E/)
    expect(await stages(`http://127.0.0.1:${port}/`, { signal: AbortSignal.abort() })).toEqual([
      'address aborted',
    ])
  })
})
