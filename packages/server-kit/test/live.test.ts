import type { AddressInfo } from 'node:net'
import { defineChannel, schemas, z } from '@qd/contract-kit'
import type { Grant } from '@qd/contract-kit'
import { coreTextsFolder } from '@qd/contract-kit/texts'
import { pino } from 'pino'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { WebSocket } from 'ws'
import { attachLive, loadTexts, serveAskedChannel, serveChannel } from '../src/index.ts'
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

/** Of things that grants may be narrowed to. */
const keys = defineChannel({
  ...probe,
  name: 'keys',
  permission: { routerName: 'vault', code: 'key.read', type: 'button', heldBy: [], resource: 'vault' },
})

const desk = defineChannel({
  ...probe,
  name: 'desk',
  asks: {
    add: { input: z.object({ by: z.int().check(z.gte(0)) }), reply: z.object({ sum: z.int() }) },
    hang: { input: z.object({}), reply: z.object({}) },
    fill: { input: z.object({ size: z.int() }), reply: z.object({ text: z.string() }) },
    lie: { input: z.object({}), reply: z.object({ n: z.int() }) },
  },
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
let deskEnds = 0
let release = () => {}
/** What a desk saw of its page. */
let isBehind = () => false
const server = createServer()
const live = attachLive(server, {
  channels: [
    serveChannel(probe, (open, subscription) => {
      subscription.send({ hello: open.uId })
      return () => closedChannels++
    }),
    serveChannel(keys, (open, subscription) => {
      subscription.send({ hello: open.uId })
      return () => {}
    }),
    serveAskedChannel(desk, (_open, subscription) => {
      isBehind = subscription.isBehind
      let sum = 0
      return {
        end: () => deskEnds++,
        asks: {
          add: ({ by }) => ({ sum: (sum += by) }),
          hang: () => new Promise((resolve) => (release = () => resolve({}))),
          fill: ({ size }) => ({ text: 'x'.repeat(size) }),
          lie: () => ({ n: 'no number' as never }),
        },
      }
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

  test('a right that ended by itself opens nothing more, though nobody was told', async () => {
    const before = reader
    const socket = await signedIn()
    reader = aCaller('reader', [])
    socket.send({ id: '1', channel: 'probe', open: { uId: '30123000045' } })
    expect((await socket.next()).error?.err.code).toBe('forbidden')
    reader = before
    // The id is free again.
    socket.send({ id: '1', channel: 'probe', open: { uId: '30123000045' } })
    expect(await socket.next()).toMatchObject({ id: '1', event: { hello: '30123000045' } })
    socket.ws.close()
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

  test('a grant for a few things opens the channels that declare their kind, and no others', async () => {
    const few = { kind: 'vault', pattern: 'blue/*' }
    reader = aCaller('reader', [{ ...mine, codes: ['index.data.read', 'vault.key.read'], resource: few }])
    const socket = await signedIn()
    socket.send({ id: '1', channel: 'keys', open: { uId: '30123000045' } })
    expect(await socket.next()).toMatchObject({ id: '1', event: { hello: '30123000045' } })
    await socket.next()
    socket.send({ id: '2', channel: 'probe', open: { uId: '30123000045' } })
    expect((await socket.next()).error?.err.code).toBe('forbidden')
    socket.ws.close()
    reader = aCaller('reader', [mine])
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

describe('[T5] a channel that is asked', () => {
  async function atDesk() {
    const socket = await signedIn()
    socket.send({ id: '1', channel: 'desk', open: { uId: '30123000045' } })
    expect(await socket.next()).toMatchObject({ opened: true })
    return socket
  }

  test('answers by number, with what belongs to this one opening', async () => {
    const socket = await atDesk()
    socket.send({ id: '1', ask: 1, name: 'add', input: { by: 2 } })
    socket.send({ id: '1', ask: 2, name: 'add', input: { by: 3 } })
    expect(await socket.next()).toEqual({ id: '1', answer: 1, reply: { sum: 2 } })
    expect(await socket.next()).toEqual({ id: '1', answer: 2, reply: { sum: 5 } })
    socket.ws.close()
  })

  test('what is asked wrongly fails as a call does, and the channel stays open', async () => {
    const socket = await atDesk()
    const codeOf = async (frame: object) => {
      socket.send({ id: '1', ask: 7, ...frame })
      const { answer, error } = await socket.next()
      return [answer, error?.err.code]
    }
    expect(await codeOf({ name: 'add', input: { by: -1 } })).toEqual([7, 'field_invalid'])
    expect(await codeOf({ name: 'add', input: { by: 1, more: 1 } })).toEqual([7, 'field_unknown'])
    expect(await codeOf({ name: 'add' })).toEqual([7, 'field_invalid'])
    expect(await codeOf({ name: 'toString', input: {} })).toEqual([7, 'not_found'])
    expect(await codeOf({ name: 'lie', input: {} })).toEqual([7, 'internal'])
    expect(await codeOf({ ask: 'x', name: 'add', input: { by: 1 } })).toEqual(['x', 'invalid_request'])
    expect(await codeOf({ id: 'never opened', name: 'add', input: { by: 1 } })).toEqual([7, 'not_found'])
    socket.send({ id: '1', ask: 8, name: 'add', input: { by: 1 } })
    expect(await socket.next()).toMatchObject({ answer: 8, reply: { sum: 1 } })
    socket.ws.send('{"id":"1","ask":9,"name":"add","input":{"__proto__":1}}')
    expect(await socket.closed).toBe(4400)
  })

  test('sixteen wait at once; the next is told to wait', async () => {
    const socket = await atDesk()
    for (let ask = 1; ask <= 17; ask += 1) socket.send({ id: '1', ask, name: 'hang', input: {} })
    expect(await socket.next()).toMatchObject({ answer: 17, error: { err: { code: 'too_many_requests' } } })
    release()
    expect(await socket.next()).toMatchObject({ answer: 16, reply: {} })
    socket.ws.close()
  })

  test('answers wait for a slow page instead of ending it', async () => {
    const socket = await atDesk()
    socket.ws.pause()
    for (let ask = 1; ask <= 12; ask += 1) {
      socket.send({ id: '1', ask, name: 'fill', input: { size: 1_000_000 } })
    }
    await expect.poll(() => isBehind()).toBe(true)
    socket.ws.resume()
    for (let ask = 1; ask <= 12; ask += 1) expect((await socket.next()).answer).toBeTypeOf('number')
    expect(isBehind()).toBe(false)
    socket.ws.close()
  })

  test('a page that asks on and reads nothing is ended, whatever it asks', async () => {
    const socket = await atDesk()
    socket.send({ id: 'x'.repeat(65), ask: 1, name: 'add', input: {} })
    expect(await socket.next()).toMatchObject({ id: '', error: { err: { code: 'invalid_request' } } })
    socket.ws.pause()
    for (let ask = 1; ask <= 8; ask += 1)
      socket.send({ id: '1', ask, name: 'fill', input: { size: 1_000_000 } })
    await expect.poll(() => isBehind()).toBe(true)
    for (let ask = 1; ask <= 300; ask += 1) socket.send({ id: 'nobody', ask, name: 'add', input: { by: 1 } })
    // Everything was asked by then; what is read now are the answers that had left.
    socket.ws.resume()
    expect(await socket.closed).toBe(4409)
  })

  test('a right that ended by itself ends the channel with the next ask', async () => {
    const socket = await atDesk()
    const before = deskEnds
    const now = performance.now()
    const clock = vi.spyOn(performance, 'now').mockImplementation(() => now + 1_500)
    reader = aCaller('reader', [])
    socket.send({ id: '1', ask: 1, name: 'add', input: { by: 1 } })
    expect(await socket.next()).toMatchObject({ channel: 'desk', error: { err: { code: 'forbidden' } } })
    expect(await socket.next()).toMatchObject({ answer: 1, error: { err: { code: 'forbidden' } } })
    expect(deskEnds).toBe(before + 1)
    clock.mockRestore()
    reader = aCaller('reader', [mine])
    socket.ws.close()
  })
})
