import { connect } from 'node:net'
import type { AddressInfo } from 'node:net'
import { coreTextsFolder } from '@qd/contract-kit/texts'
import { pino } from 'pino'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { attachLive, loadTexts } from '../src/index.ts'
import { fixedScope } from '../testing/index.ts'
import { createServer } from 'node:http'

const server = createServer((_request, response) => response.end('plain'))
const live = attachLive(server, {
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
})
let port = 0

beforeAll(async () => {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  port = (server.address() as AddressInfo).port
})
afterAll(() => {
  live.close()
  server.close()
})

const KEY = 'Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ=='
const asking = (path: string, lines: readonly string[], protocol = 'websocket') =>
  [
    `GET ${path} HTTP/1.1`,
    'Host: localhost',
    `Connection: Upgrade, close`,
    `Upgrade: ${protocol}`,
    ...lines,
  ].join('\r\n') + '\r\n\r\n'

/** First line of the answer; the socket is closed by then, or by us. */
function firstLine(text: string): Promise<string> {
  return new Promise((resolve, reject) => {
    const socket = connect(port, '127.0.0.1')
    socket.on('error', reject)
    socket.on('data', (bytes) => {
      resolve(String(bytes).split('\r\n')[0]!)
      socket.destroy()
    })
    socket.write(text)
  })
}

describe('[T29] the door of the live channel', () => {
  test('handshakes that fail do not use up the places of their address', async () => {
    for (let i = 0; i < 40; i++) {
      expect(await firstLine(asking('/live', ['Sec-WebSocket-Version: 13']))).toContain('400')
    }
    const good = asking('/live', ['Sec-WebSocket-Version: 13', KEY])
    await expect.poll(() => firstLine(good)).toContain('101')
  })

  test('a refused upgrade has somebody who hears its socket fail, and is not left half open', async () => {
    const sides = new Promise<number>((resolve) => {
      server.once('upgrade', (_request, socket) => {
        socket.once('close', () => resolve(socket.listenerCount('error')))
      })
    })
    const foreign = asking('/live', ['Origin: http://evil.example', 'Sec-WebSocket-Version: 13', KEY])
    const client = connect({ port, host: '127.0.0.1', allowHalfOpen: true })
    client.on('error', () => {})
    client.resume()
    client.write(foreign)
    expect(await sides).toBeGreaterThan(0)
    client.destroy()
  })

  test('an offer of another protocol, or elsewhere, is answered as a plain call', async () => {
    expect(await firstLine(asking('/healthz', [], 'h2c'))).toContain('200')
    expect(await firstLine(asking('/live', [], 'h2c'))).toContain('200')
    expect(await firstLine(asking('/healthz', ['Sec-WebSocket-Version: 13', KEY]))).toContain('200')
  })
})
