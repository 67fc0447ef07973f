import { connect } from 'node:net'
import type { AddressInfo } from 'node:net'
import { defineRoute, z } from '@qd/contract-kit'
import { coreTextsFolder } from '@qd/contract-kit/texts'
import { pino } from 'pino'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { attachLive, createHostRule, loadTexts, serve } from '../src/index.ts'
import { aCaller, createTestApp, everything, fixedScope } from '../testing/index.ts'

const probe = { method: 'POST', level: 0, risk: 'R0', body: z.object({}), reply: z.literal('ok') } as const
const open = defineRoute({ ...probe, path: '/api/open', title: 'open', permission: 'public' })
const closed = defineRoute({ ...probe, path: '/api/closed/:id', title: 'closed', permission: 'session' })
const isKnownHost = createHostRule({ names: ['console.example.org', '[2001:db8::1]'] })
const door = createTestApp({
  features: [
    {
      name: 'probe',
      routes: [serve(open, () => 'ok' as const), serve(closed, () => 'ok' as const)],
      texts: coreTextsFolder,
    },
  ],
  isKnownHost,
})
const live = attachLive(door.app.server, {
  channels: [],
  session: {
    authenticate: () => null,
    endReason: async () => null,
    redeemTicket: async () => null,
    onEnded: () => () => {},
    onRightsChanged: () => () => {},
    current: async () => null,
  },
  scope: fixedScope([]),
  texts: loadTexts([coreTextsFolder]),
  logger: pino({ level: 'silent' }),
  isKnownHost,
  allowedOrigins: ['https://console.example.org'],
})
let port = 0
door.as(aCaller('root', [everything]))

beforeAll(async () => {
  await door.app.listen({ port: 0, host: '127.0.0.1' })
  port = (door.app.server.address() as AddressInfo).port
})
afterAll(async () => {
  live.close()
  await door.close()
})

interface Told {
  http: number
  code: string | undefined
  /** Neither kept nor guessed at. */
  isGuarded: boolean
}

/** Status, envelope and headers of the first answer to raw bytes. */
function ask(text: string): Promise<Told> {
  return new Promise((resolve, reject) => {
    const socket = connect(port, '127.0.0.1')
    let came = ''
    const end = () => {
      const [head = '', body = ''] = came.split('\r\n\r\n')
      const code = body.startsWith('{')
        ? (JSON.parse(body) as { err?: { code: string } }).err?.code
        : undefined
      const isGuarded =
        /\r\ncache-control: no-store/i.test(head) && /\r\nx-content-type-options: nosniff/i.test(head)
      resolve({ http: Number(head.split(' ')[1]), code, isGuarded })
      socket.destroy()
    }
    socket.on('error', reject)
    socket.on('end', end)
    socket.on('data', (bytes) => {
      came += String(bytes)
      if (came.startsWith('HTTP/1.1 101')) end()
    })
    socket.write(text)
  })
}

const post = (path: string, lines: readonly string[], body = '{}') =>
  [
    `POST ${path} HTTP/1.1`,
    ...lines,
    'Content-Type: application/json',
    `Content-Length: ${body.length}`,
    'Connection: close',
    '',
    body,
  ].join('\r\n')

const REFUSED = { http: 421, code: 'host_unknown', isGuarded: true }

describe('only the console’s own names are answered', () => {
  test.each([
    'localhost',
    'LocalHost.',
    'localhost:1',
    '127.0.0.1:8600',
    '127.3.2.1',
    '[::1]:8600',
    'console.example.org',
    'CONSOLE.example.ORG.:8443',
    '[2001:0db8:0::1]',
  ])('%s is answered', async (host) => {
    expect((await ask(post('/api/open', [`Host: ${host}`]))).http).toBe(200)
  })

  test.each([
    ['a foreign name', ['Host: evil.example']],
    ['a name that begins like ours', ['Host: console.example.org.evil.example']],
    ['a name that ends like ours', ['Host: evilconsole.example.org']],
    ['a name below ours', ['Host: x.console.example.org']],
    ['a foreign address', ['Host: 10.0.0.7']],
    ['another spelling of loopback', ['Host: 127.1']],
    ['all addresses', ['Host: 0.0.0.0']],
    ['somebody before the name', ['Host: localhost@evil.example']],
    ['an empty name', ['Host: ']],
    ['none', []],
    ['two', ['Host: localhost', 'Host: evil.example']],
    ['two, the foreign one first', ['Host: evil.example', 'hOST: localhost']],
    ['the same one twice', ['Host: localhost', 'Host: localhost']],
    ['a forwarded one', ['Host: evil.example', 'X-Forwarded-Host: localhost', 'Forwarded: host=localhost']],
  ])('%s is not', async (_name, lines) => {
    expect(await ask(post('/api/open', lines))).toEqual(REFUSED)
  })

  test('a target with an authority must name the same host', async () => {
    const host = ['Host: localhost']
    expect(await ask(post('http://evil.example/api/open', host))).toEqual(REFUSED)
    expect(await ask(post('http://localhost@evil.example/api/open', host))).toEqual(REFUSED)
    expect(await ask(post('http://console.example.org/api/open', host))).toEqual(REFUSED)
    expect(await ask(post('http://localhost/api/open', ['Host: evil.example']))).toEqual(REFUSED)
    expect(await ask(post('ftp://localhost/api/open', host))).toEqual(REFUSED)
    expect((await ask(post('http://LOCALHOST:80/api/open', host))).http).toBe(200)
  })

  test('before session, body, address and everything else are looked at', async () => {
    const foreign = 'Host: evil.example'
    expect(await ask(post('/api/closed/1', [foreign]))).toEqual(REFUSED)
    expect(await ask(post('/api/closed/1', [foreign, 'token: root']))).toEqual(REFUSED)
    expect(await ask(post('/api/closed/1', [foreign, 'token: a', 'Authorization: b']))).toEqual(REFUSED)
    expect(await ask(post('/api/open', [foreign], '{"no json'))).toEqual(REFUSED)
    expect(await ask(post('/api/none', [foreign]))).toEqual(REFUSED)
    expect(await ask(post('/api/none%zz', [foreign]))).toEqual(REFUSED)
    expect(await ask(post(`/api/closed/${'a'.repeat(400)}`, [foreign]))).toEqual(REFUSED)
    expect(await ask('GET / HTTP/1.0\r\n\r\n')).toEqual(REFUSED)
  })
})

describe('[T5] the live channel', () => {
  const upgrade = (host: string, lines: readonly string[] = []) =>
    [
      'GET /live HTTP/1.1',
      `Host: ${host}`,
      'Connection: Upgrade',
      'Upgrade: websocket',
      'Sec-WebSocket-Version: 13',
      'Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==',
      ...lines,
      '\r\n',
    ].join('\r\n')

  test('opens under known names only, whatever the origin says', async () => {
    expect((await ask(upgrade('localhost:8600'))).http).toBe(101)
    expect((await ask(upgrade('localhost:8600', ['Origin: http://localhost:8600']))).http).toBe(101)
    expect(await ask(upgrade('evil.example'))).toEqual(REFUSED)
    expect(await ask(upgrade('evil.example:8600', ['Origin: http://evil.example:8600']))).toEqual(REFUSED)
    expect(await ask(upgrade('evil.example', ['Origin: https://console.example.org']))).toEqual(REFUSED)
  })

  test('opens for its own origin and the ones that are named', async () => {
    const from = async (origin: string) => (await ask(upgrade('localhost:8600', [`Origin: ${origin}`]))).http
    expect(await from('https://console.example.org')).toBe(101)
    for (const origin of [
      'http://evil.example',
      'http://evil.example:8600',
      'http://localhost',
      'http://localhost:3000',
      'https://console.example.org.evil.example',
      'null',
      '',
    ]) {
      expect([origin, await from(origin)]).toEqual([origin, 403])
    }
  })
})
