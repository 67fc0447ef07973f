import { once } from 'node:events'
import { connect } from 'node:net'
import type { AddressInfo } from 'node:net'
import { coreTextsFolder } from '@qd/contract-kit/texts'
import { pino } from 'pino'
import { afterEach, expect, test, vi } from 'vitest'
import { attachLive, loadTexts } from '../src/index.ts'
import { createTestApp, fixedScope } from '../testing/index.ts'

afterEach(() => {
  vi.useRealTimers()
})

const upgrade = [
  'GET /live HTTP/1.1',
  'Host: localhost',
  'Connection: Upgrade',
  'Upgrade: websocket',
  'Sec-WebSocket-Version: 13',
  'Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==',
  '\r\n',
].join('\r\n')

test.each([
  ['a request without end', 'GET /healthz HTTP/1.1\r\nHost: localhost\r\n', 'connection'],
  [
    'a body without end',
    'POST /none HTTP/1.1\r\nContent-Type: application/json\r\nContent-Length: 9\r\nHost: localhost\r\n\r\n{',
    'connection',
  ],
  ['a live socket that says no goodbye', upgrade, 'upgrade'],
])('[G14] %s does not keep the console from stopping', async (_name, bytes, event) => {
  const { app } = createTestApp({ features: [] })
  const live = attachLive(app.server, {
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
  await app.listen({ port: 0, host: '127.0.0.1' })
  const arrived = once(app.server, event)
  const socket = connect((app.server.address() as AddressInfo).port, '127.0.0.1').pause()
  socket.on('error', () => {})
  socket.write(bytes)
  await arrived
  await new Promise((resolve) => setImmediate(resolve))
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  live.close()
  let isClosed = false
  const closed = app.close().then(() => (isClosed = true))
  const isClosedLater = async () => {
    await vi.advanceTimersByTimeAsync(1_000)
    return isClosed
  }
  await expect.poll(isClosedLater).toBe(true)
  await closed
  socket.destroy()
})

test('while it stops it takes no connection, answers the next call of each open one, and says that it is not ready', async () => {
  const { app } = createTestApp({ features: [] })
  app.get('/readyz', () => 'ok')
  await app.listen({ port: 0, host: '127.0.0.1' })
  const { port } = app.server.address() as AddressInfo
  const open = async () => {
    const socket = connect(port, '127.0.0.1')
    await once(socket, 'connect')
    return async (path: string) => {
      socket.write(`GET ${path} HTTP/1.1\r\nHost: localhost\r\n\r\n`)
      const [bytes] = (await once(socket, 'data')) as [Buffer]
      const [head = ''] = String(bytes).split('\r\n\r\n')
      return { status: Number(head.split(' ')[1]), isLast: /connection: close/i.test(head) }
    }
  }
  const [calling, asking] = [await open(), await open()]
  expect(await calling('/nowhere')).toEqual({ status: 404, isLast: false })
  expect(await asking('/readyz')).toEqual({ status: 200, isLast: false })
  const closed = app.close()
  await expect.poll(() => app.server.listening, { interval: 5 }).toBe(false)
  expect(await calling('/nowhere')).toEqual({ status: 404, isLast: true })
  expect(await asking('/readyz')).toEqual({ status: 503, isLast: true })
  await expect(open()).rejects.toMatchObject({ code: 'ECONNREFUSED' })
  await closed
})
