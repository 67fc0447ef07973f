import { once } from 'node:events'
import { connect } from 'node:net'
import type { AddressInfo } from 'node:net'
import { defineRoute, z } from '@qd/contract-kit'
import { coreTextsFolder } from '@qd/contract-kit/texts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { serve } from '../src/index.ts'
import { createTestApp } from '../testing/index.ts'

const login = defineRoute({
  method: 'POST',
  path: '/api/list/:id',
  title: 'list',
  permission: 'public',
  level: 0,
  risk: 'R0',
  params: z.object({ id: z.string() }),
  body: z.object({}),
  reply: z.null(),
  unknownFields: 'ignore',
})
const door = createTestApp({
  features: [{ name: 'probe', routes: [serve(login, () => null)], texts: coreTextsFolder }],
  slowness: { bodyTimeout: 300 },
})
let port = 0

beforeAll(async () => {
  await door.app.listen({ port: 0, host: '127.0.0.1' })
  port = (door.app.server.address() as AddressInfo).port
})
afterAll(() => door.close())

/** Sends it all, then reads what came back; throws when the connection was reset before that. */
async function ask(...parts: (string | Buffer)[]) {
  const socket = connect(port, '127.0.0.1')
  let text = ''
  socket.on('data', (bytes) => (text += String(bytes)))
  const closed = once(socket, 'close')
  for (const part of parts) if (!socket.write(part)) await once(socket, 'drain')
  await closed
  const [head = '', body = ''] = text.split('\r\n\r\n')
  const envelope = JSON.parse(body) as Record<string, unknown>
  return { http: Number(head.split(' ')[1]), headers: headersIn(head), body, envelope }
}

/** As they came over the wire: one name may stand there twice. */
function headersIn(head: string): string[] {
  const ours = /^(content-type|cache-control|x-content-type-options):/i
  return head
    .split('\r\n')
    .filter((line) => ours.test(line))
    .map((line) => line.toLowerCase())
    .sort()
}

/** What every answer says of itself. */
const EVERY = [
  'cache-control: no-store',
  'content-type: application/json; charset=utf-8',
  'x-content-type-options: nosniff',
]

const rest = 'Host: localhost\r\nConnection: close\r\n\r\n'

describe('bytes that are no call are answered with the envelope and without themselves', () => {
  test.each([
    ['no HTTP at all', 'SECRET\r\n\r\n', 400],
    ['a broken header', `GET /?password=SECRET HTTP/1.1\r\nHo st: x\r\n\r\n`, 400],
    ['too many headers', `GET /?password=SECRET HTTP/1.1\r\nx: ${'a'.repeat(20_000)}\r\n\r\n`, 431],
    ['a broken escape', `GET /api/auth/login%zz?password=SECRET HTTP/1.1\r\n${rest}`, 400],
    ['too long a place', `POST /api/list/SECRET${'a'.repeat(400)} HTTP/1.1\r\n${rest}`, 400],
  ])('%s', async (_name, text, status) => {
    const { http, headers, body, envelope } = await ask(text)
    expect(http).toBe(status)
    expect(headers).toEqual(EVERY)
    expect(envelope).toMatchObject({ status, data: null, err: { code: 'invalid_request' } })
    expect(envelope['requestId']).toMatch(/^[0-9a-f]{10}-/)
    expect(body).not.toContain('SECRET')
  })
})

test.each([
  ['a known length', '/api/list/1', 'application/json', [413, 413]],
  ['another type', '/api/list/1', 'text/plain', [415, 415]],
])('whoever sends too much can send it to the end and then reads why not: %s', async (...row) => {
  const [, path, type, expected] = row
  const size = 30_000_000
  const head = [`POST ${path} HTTP/1.1`, `Content-Type: ${type}`, `Content-Length: ${size}`, rest]
  const parts = Array.from({ length: size / 100_000 }, () => Buffer.alloc(100_000, 'a'))
  const { http, headers, envelope } = await ask(head.join('\r\n'), ...parts)
  expect([http, envelope['status']]).toEqual(expected)
  expect(headers).toEqual(EVERY)
})

test('a body in chunks is refused once it is too large, and can be sent to the end', async () => {
  const head = 'POST /api/list/1 HTTP/1.1\r\nContent-Type: application/json\r\nTransfer-Encoding: chunked\r\n'
  const chunk = Buffer.from(`186a0\r\n${'a'.repeat(100_000)}\r\n`)
  const parts = Array.from({ length: 200 }, () => chunk)
  const { http, headers, envelope } = await ask(head + rest, ...parts, '0\r\n\r\n')
  expect([http, envelope['status']]).toEqual([413, 413])
  expect(headers).toEqual(EVERY)
})

test('a body that does not come is refused like all others, and so is an answer of a call', async () => {
  const late = await ask(
    `POST /api/list/1 HTTP/1.1\r\nContent-Type: application/json\r\nContent-Length: 9\r\n${rest}`,
  )
  expect([late.http, late.envelope['err']]).toMatchObject([408, { code: 'body_too_slow' }])
  expect(late.headers).toEqual(EVERY)
  const head = 'POST /api/list/1 HTTP/1.1\r\nContent-Type: application/json\r\nContent-Length: 2\r\n'
  const done = await ask(`${head}${rest}{}`)
  expect([done.http, done.headers]).toEqual([200, EVERY])
})
