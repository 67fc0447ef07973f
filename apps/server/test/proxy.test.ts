import { once } from 'node:events'
import { createServer } from 'node:http'
import { connect } from 'node:net'
import type { AddressInfo, Socket } from 'node:net'
import { afterEach, describe, expect, test } from 'vitest'
import { startTestConsole } from '../testing/index.ts'
import type { TestConsole } from '../testing/index.ts'

/** Sockets that have not proven themselves, for one client address. */
const MOST_UNPROVEN = 32
const upgrade = (headers: readonly string[]) =>
  [
    'GET /live HTTP/1.1',
    'Host: localhost',
    'Connection: Upgrade',
    'Upgrade: websocket',
    'Sec-WebSocket-Version: 13',
    'Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==',
    ...headers,
    '\r\n',
  ].join('\r\n')

const undo: (() => unknown)[] = []
afterEach(async () => {
  for (const step of undo.splice(0).toReversed()) await step()
})

function held(socket: Socket): Socket {
  undo.push(() => socket.destroy())
  return socket.on('error', () => {})
}

/** A proxy on this machine in front of the console, for the client of this address: it adds them to what came, as proxies do. */
async function startProxy(consoleUrl: string, clientAddress: string): Promise<number> {
  const proxy = createServer()
  proxy.on('upgrade', (request, near: Socket) => {
    const far = held(connect(Number(new URL(consoleUrl).port), '127.0.0.1'))
    const came = [request.headers['x-forwarded-for'] ?? []].flat()
    far.write(upgrade([`X-Forwarded-For: ${[...came, clientAddress].join(', ')}`]))
    held(near).pipe(far).pipe(near)
  })
  proxy.listen(0, '127.0.0.1')
  await once(proxy, 'listening')
  undo.push(() => proxy.close())
  return (proxy.address() as AddressInfo).port
}

/** Opens a live socket that says nothing; gives the status it was answered with. */
async function openLive(port: number, headers: readonly string[] = []): Promise<number> {
  const socket = held(connect(port, '127.0.0.1'))
  socket.write(upgrade(headers))
  const [bytes] = (await once(socket, 'data')) as [Buffer]
  return Number(String(bytes).split(' ')[1])
}

async function openMany(port: number, headersOf: (index: number) => readonly string[] = () => []) {
  const statuses: number[] = []
  for (let index = 0; index < MOST_UNPROVEN; index++) statuses.push(await openLive(port, headersOf(index)))
  return [...new Set(statuses)]
}

async function start(trusted: string): Promise<TestConsole> {
  const running = await startTestConsole({ QD_SANDBOX: 'off', QD_TRUSTED_PROXIES: trusted })
  undo.push(() => running.dispose())
  return running
}

describe('[T29] live sockets without a ticket are counted by whom they come from', () => {
  test('behind a trusted proxy by its client: one who takes all his places takes nobody else’s', async () => {
    const { url } = await start('loopback')
    const [flooder, other] = [await startProxy(url, '203.0.113.1'), await startProxy(url, '203.0.113.2')]
    // Whatever they claim to have come through: the proxy's own word stands last.
    expect(await openMany(flooder, (index) => [`X-Forwarded-For: no address, 198.51.100.${index}`])).toEqual([
      101,
    ])
    expect(await openLive(flooder)).toBe(429)
    expect(await openLive(other)).toBe(101)
  })

  test('by the socket where nobody is trusted: forwarded headers of anybody change nothing', async () => {
    const { url } = await start('')
    const direct = Number(new URL(url).port)
    expect(await openMany(direct, (index) => [`X-Forwarded-For: 203.0.113.${index}`])).toEqual([101])
    expect(await openLive(direct, ['X-Forwarded-For: 203.0.113.200'])).toBe(429)
    expect(await openLive(await startProxy(url, '203.0.113.201'))).toBe(429)
  })
})
