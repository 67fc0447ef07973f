import { once } from 'node:events'
import { connect } from 'node:net'
import type { AddressInfo, Socket } from 'node:net'
import { defineRoute, z } from '@qd/contract-kit'
import { coreTextsFolder } from '@qd/contract-kit/texts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { serve } from '../src/index.ts'
import { createTestApp } from '../testing/index.ts'

const save = defineRoute({
  method: 'POST',
  path: '/api/save',
  title: 'save',
  permission: 'public',
  level: 0,
  risk: 'R0',
  body: z.object({}),
  reply: z.null(),
  unknownFields: 'ignore',
})
const { app } = createTestApp({
  features: [{ name: 'probe', routes: [serve(save, () => null)], texts: coreTextsFolder }],
  slowness: { headersTimeout: 800, requestTimeout: 2_000, connectionsCheckingInterval: 50 },
})
let port = 0

beforeAll(async () => {
  await app.listen({ port: 0, host: '127.0.0.1' })
  port = (app.server.address() as AddressInfo).port
})
afterAll(() => app.close())

const MANY = 120
const endless = 'x-filler: '.padEnd(10_000, 'a')
const head = 'POST /api/save HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n'
/** What is sent at once, and what follows a byte at a time. */
const SLOW = {
  'headers byte by byte': ['', `GET / HTTP/1.1\r\n${endless}`],
  'a body byte by byte': [`${head}Content-Length: 9000\r\n\r\n`, `{"name":"${endless}`],
  'chunks byte by byte': [`${head}Transfer-Encoding: chunked\r\n\r\n`, '1\r\n{\r\n'.repeat(2_000)],
  'nothing at all': ['', ''],
} as const

interface SlowClient {
  socket: Socket
  drip(): void
  /** What was answered, once the socket is closed. */
  answered: Promise<string>
}

async function openSlow([atOnce, slowly]: readonly [string, string]): Promise<SlowClient> {
  const socket = connect(port, '127.0.0.1')
  let text = ''
  let sent = 0
  socket.on('data', (bytes) => (text += String(bytes)))
  // Told in the middle of its sending that it is over: a reset is as good as an end.
  socket.on('error', () => {})
  const answered = new Promise<string>((resolve) => socket.once('close', () => resolve(text)))
  await once(socket, 'connect')
  socket.write(atOnce)
  return { socket, answered, drip: () => void socket.write(slowly.charAt(sent++)) }
}

test('[T29] hundreds of clients that send a byte at a time are cut off, while another is answered', async () => {
  const kinds = Object.entries(SLOW)
  const clients = await Promise.all(
    kinds.flatMap(([, bytes]) => Array.from({ length: MANY }, () => openSlow(bytes))),
  )
  const dripping = setInterval(() => {
    for (const { socket, drip } of clients) if (socket.writable) drip()
  }, 20)
  const over = Promise.all(clients.map(({ answered }) => answered))
  const others: number[] = []
  const isOneOpen = () => clients.some(({ socket }) => !socket.closed)
  let answeredBeside = 0
  while (isOneOpen()) {
    const init = { method: 'POST', body: '{}', headers: { 'content-type': 'application/json' } }
    others.push((await fetch(`http://127.0.0.1:${port}/api/save`, init)).status)
    if (isOneOpen()) answeredBeside += 1
  }
  clearInterval(dripping)
  const answers = await over
  expect(answeredBeside).toBeGreaterThan(0)
  expect(new Set(others)).toEqual(new Set([200]))
  for (const [at, [name]] of kinds.entries()) {
    const told = new Set(answers.slice(at * MANY, (at + 1) * MANY).map((text) => text.split('\r\n')[0]))
    // Who was reset while sending may have lost the answer.
    told.delete('')
    expect([name, [...told]]).toEqual([name, ['HTTP/1.1 408 Request Timeout']])
  }
  const open = () => new Promise<number>((resolve) => app.server.getConnections((_, count) => resolve(count)))
  await expect.poll(open).toBeLessThan(5)
})
