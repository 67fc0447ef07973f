import type { AddressInfo } from 'node:net'
import { defineChannel, schemas, z } from '@qd/contract-kit'
import type { Grant } from '@qd/contract-kit'
import { coreTextsFolder } from '@qd/contract-kit/texts'
import { pino } from 'pino'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { WebSocket } from 'ws'
import { attachLive, loadTexts, serveChannel } from '../src/index.ts'
import type { Caller, SessionPort } from '../src/index.ts'
import { aCaller, aServer, fixedScope } from '../testing/index.ts'
import { createServer } from 'node:http'

const probe = defineChannel({
  name: 'probe',
  title: 'probe',
  permission: { routerName: 'index', code: 'data.read', type: 'button', heldBy: [] },
  level: 3,
  open: z.object({ uId: schemas.uIdText }),
  target: (open) => ({ uId: open.uId }),
  event: z.object({ hello: z.string() }),
})

const mine: Grant = { scope: 'lantern/northwind', environment: '*', codes: ['index.data.read'] }
let reader: Caller = aCaller('reader', [mine])
const ended = new Set<(reason: string) => void>()
const changed = new Set<() => void>()
const tickets = new Map<string, Caller>()
const session: SessionPort = {
  authenticate: () => null,
  endReason: async () => null,
  async redeemTicket(ticket) {
    const caller = tickets.get(ticket) ?? null
    tickets.delete(ticket)
    return caller
  },
  onEnded(_id, listener) {
    ended.add(listener)
    return () => ended.delete(listener)
  },
  onRightsChanged(_id, listener) {
    changed.add(listener)
    return () => changed.delete(listener)
  },
  current: async () => reader,
}

let closedChannels = 0
const server = createServer()
const live = attachLive(server, {
  channels: [
    serveChannel(probe, (open, subscription) => {
      subscription.send({ hello: open.uId })
      return () => closedChannels++
    }),
  ],
  session,
  scope: fixedScope([
    aServer(),
    aServer({ platform: 1, operator: 'harbour', lineId: 'harbour-dev', sId: 1 }),
  ]),
  texts: loadTexts([coreTextsFolder]),
  logger: pino({ level: 'silent' }),
})
let address = ''

beforeAll(async () => {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  address = `127.0.0.1:${(server.address() as AddressInfo).port}`
})
afterAll(() => {
  live.close()
  server.close()
})

type Message = Record<string, unknown> & { error?: { err: { code: string } } }

/** A socket whose messages are awaited one by one. */
async function connect(headers: Record<string, string> = {}) {
  const ws = new WebSocket(`ws://${address}/live`, { headers })
  const inbox: Message[] = []
  const waiting: ((message: Message) => void)[] = []
  ws.on('message', (data) => {
    const message = JSON.parse(String(data)) as Message
    const next = waiting.shift()
    if (next) next(message)
    else inbox.push(message)
  })
  const closed = new Promise<number>((resolve) => ws.once('close', resolve))
  await new Promise((resolve, reject) => ws.once('open', resolve).once('error', reject))
  const next = () => {
    const ready = inbox.shift()
    return ready ? Promise.resolve(ready) : new Promise<Message>((resolve) => waiting.push(resolve))
  }
  return { ws, next, closed, send: (message: unknown) => ws.send(JSON.stringify(message)) }
}

async function signedIn() {
  const ticket = `ticket-${Math.random()}`
  tickets.set(ticket, reader)
  const socket = await connect()
  socket.send({ ticket })
  expect(await socket.next()).toMatchObject({ ready: true })
  return socket
}

describe('[T5] live channel', () => {
  test('a ticket opens it once; without one nothing is sent', async () => {
    tickets.set('once', reader)
    const first = await connect()
    first.send({ ticket: 'once' })
    expect(await first.next()).toMatchObject({ ready: true })
    const again = await connect()
    again.send({ ticket: 'once' })
    expect(await again.closed).toBe(4401)
    const eager = await connect()
    eager.send({ id: '1', channel: 'probe', open: { uId: '30123000045' } })
    expect(await eager.closed).toBe(4401)
    first.ws.close()
  })

  test('a page of another origin is refused at the door', async () => {
    await expect(connect({ origin: 'http://evil.example' })).rejects.toThrow('403')
    const own = await connect({ origin: `http://${address}` })
    own.ws.close()
  })

  test('channels are declared: permission, scope and input are checked as for calls', async () => {
    const socket = await signedIn()
    socket.send({ id: '1', channel: 'probe', open: { uId: '30123000045' } })
    expect(await socket.next()).toEqual({ id: '1', channel: 'probe', event: { hello: '30123000045' } })
    expect(await socket.next()).toMatchObject({ opened: true })
    const refused = async (frame: unknown) => {
      socket.send(frame)
      return (await socket.next()).error?.err.code
    }
    expect(await refused({ id: '1', channel: 'probe', open: { uId: '30123000045' } })).toBe('invalid_request')
    expect(await refused({ id: '2', channel: 'probe', open: { uId: '10001000001' } })).toBe('scope_forbidden')
    expect(await refused({ id: '3', channel: 'probe', open: { uId: [1] } })).toBe('field_invalid')
    expect(await refused({ id: '4', channel: 'nothing' })).toBe('not_found')
    socket.send('not an object')
    expect(await socket.closed).toBe(4400)
  })

  test('rights taken away close the channel, an ended session closes the socket', async () => {
    const socket = await signedIn()
    socket.send({ id: '1', channel: 'probe', open: { uId: '30123000045' } })
    await socket.next()
    await socket.next()
    const before = closedChannels
    reader = aCaller('reader', [{ ...mine, scope: 'lantern/harbour' }])
    for (const listener of changed) listener()
    expect((await socket.next()).error?.err.code).toBe('scope_forbidden')
    expect(closedChannels).toBe(before + 1)
    for (const listener of ended) listener('logout')
    expect(await socket.closed).toBe(4402)
    reader = aCaller('reader', [mine])
  })

  test('without a ticket a frame is small', async () => {
    for (const frame of [
      { ticket: 'x'.repeat(5_000) },
      { ticket: 'x', more: Array.from({ length: 20 }, () => 0) },
      { ticket: { __proto__: null, constructor: 1 } },
    ]) {
      const stranger = await connect()
      stranger.send(frame)
      expect(await stranger.closed).toBe(4400)
    }
    const known = await signedIn()
    const open = { uId: '30123000045', more: Array.from({ length: 5_000 }, () => 0) }
    known.send({ id: '1', channel: 'probe', open })
    expect((await known.next()).error?.err.code).toBe('field_unknown')
    known.send({ id: '2', channel: 'probe', open: Array.from({ length: 11_000 }, () => 0) })
    expect(await known.closed).toBe(4400)
  })

  test('bytes that are no frame end the socket, not the process', async () => {
    const socket = await signedIn()
    socket.ws.send(Buffer.from([0, 1, 2, 255]))
    expect(await socket.closed).toBe(4400)
    const large = await signedIn()
    large.ws.send(JSON.stringify({ id: 'x'.repeat(70_000) }))
    expect(await large.closed).toBe(1009)
  })
})
