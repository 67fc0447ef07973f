import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import type { BotsReport } from '@qd/bots/contract'
import { FRAME_PRESETS } from '@qd/game-frame'
import { parseScenario } from '@qd/scenario'
import type { ConnectionView, FrameSummary } from '@qd/simulator/contract'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { WebSocketServer } from 'ws'
import type { WebSocket } from 'ws'
import { startTestConsole } from '../testing/index.ts'
import { openLive } from '../testing/open-live.ts'
import type { Speaker, TestConsole } from '../testing/index.ts'

/*
 * A small game that speaks Pomelo's protocol, written by its documentation and without the code under test: packages of a
 * kind and 24 bits of length; a handshake with JSON both ways, its answer, heartbeats, data, and kick.
 */

const LINE = 'harbour-dev'
const HANDSHAKE = 1
const HANDSHAKE_ACK = 2
const HEARTBEAT = 3
const DATA = 4
const KICK = 5
/** Routes by the numbers they travel as. */
const DICT = { 'chat.send': 1, onChat: 2, onLeave: 3 }

const pack = (kind: number, body: Uint8Array = Buffer.alloc(0)) =>
  Buffer.concat([Buffer.of(kind, body.length >> 16, (body.length >> 8) & 255, body.length & 255), body])
const json = (value: unknown) => Buffer.from(JSON.stringify(value))

/** What it answers a handshake with, and what it has seen. */
let code = 200
/** Instead of that: an answer too deep to be written as text again. */
let isDeep = false
const DEEP = `{"code":${'['.repeat(15_000)}${']'.repeat(15_000)}}`
/** Each connection has other numbers than the one before. */
let hasOwnNumbers = false
const seen = { handshakes: [] as unknown[], acks: 0, beats: 0, routes: [] as string[], early: 0 }

/** A request: flag, id in groups of seven bits, route as a number or as text behind its length. */
function readRequest(body: Buffer) {
  const flag = body[0]!
  let at = 1
  let id = 0
  for (let shift = 0; ; shift += 7) {
    const byte = body[at++]!
    id |= (byte & 127) << shift
    if (byte < 128) break
  }
  const isNumber = (flag & 1) === 1
  const size = isNumber ? 2 : 1 + body[at]!
  const route = isNumber ? `#${body.readUInt16BE(at)}` : body.subarray(at + 1, at + size).toString()
  const kind = (flag >> 1) & 7
  return { kind, id, route, body: JSON.parse(body.subarray(at + size).toString()) as { text: string } }
}

function speak(socket: WebSocket) {
  let isOpen = false
  const dict = hasOwnNumbers ? { ...DICT, onChat: 10 + game.clients.size } : DICT
  const take: Record<number, (body: Buffer) => void> = {
    [HANDSHAKE](body) {
      seen.handshakes.push(JSON.parse(body.toString()))
      const sys = { heartbeat: 1, dict, protos: {} }
      if (isDeep) return socket.send(pack(HANDSHAKE, Buffer.from(DEEP)))
      socket.send(pack(HANDSHAKE, json(code === 200 ? { code, sys, user: {} } : { code })))
    },
    [HANDSHAKE_ACK]() {
      seen.acks += 1
      isOpen = true
      socket.send(pack(HEARTBEAT))
    },
    [HEARTBEAT]() {
      seen.beats += 1
      socket.send(pack(HEARTBEAT))
    },
    [DATA](body) {
      if (!isOpen) {
        seen.early += 1
        return socket.close()
      }
      const { kind, id, route, body: asked } = readRequest(body)
      seen.routes.push(`${kind} ${route}`)
      // Pushes with numbers as their routes, then the response, which has no route.
      socket.send(pack(DATA, Buffer.concat([Buffer.of(7, 0, DICT.onLeave), json({})])))
      socket.send(pack(DATA, Buffer.concat([Buffer.of(7, 0, dict.onChat), json({ text: asked.text })])))
      socket.send(pack(DATA, Buffer.concat([Buffer.of(4, id), json({ echo: asked.text })])))
      if (asked.text === 'kick me') {
        socket.send(pack(KICK, json({ reason: 'kick' })))
        socket.close()
      }
    },
  }
  socket.on('message', (data) => {
    let rest = data as Buffer
    while (rest.length >= 4) {
      const size = rest.readUIntBE(1, 3)
      take[rest[0]!]?.(rest.subarray(4, 4 + size))
      rest = rest.subarray(4 + size)
    }
  })
}

const game = new WebSocketServer({ port: 0, host: '127.0.0.1' })
game.on('connection', speak)
let running: TestConsole
let developer: Speaker
let recordId = ''
const stops: (() => void)[] = []

async function saveRecord(name: string, csv: string): Promise<string> {
  const saved = await developer.post<{ record: { recordId: string } }>('/platform/simulator/record/save', {
    lineId: LINE,
    name,
    url: `ws://${addressOf()}`,
    layout: { ...FRAME_PRESETS.get('pomelo')!, routes: { 'chat.send': 1100, onChat: 1200 } },
    enter: null,
    files: [
      {
        path: 'game.proto',
        text: `syntax = "proto3"; package chat; message Say { string text = 1; } message Said { string echo = 1; }
message Heard { string text = 1; }`,
      },
    ],
    commands: { kind: 'csv', text: csv },
  })
  return saved.body.data.record.recordId
}

const addressOf = () => `127.0.0.1:${(game.address() as AddressInfo).port}`

beforeAll(async () => {
  if (game.address() === null) await once(game, 'listening')
  running = await startTestConsole()
  developer = await running.signIn('developer')
  const admin = await running.signIn('admin')
  await admin.post('/platform/simulator/address/save', { lineId: LINE, hosts: [addressOf()], revision: 0 })
  recordId = await saveRecord('Pomelo game', 'cmd,name,req,res\n1100,Say,Say,Said\n')
})
beforeEach(() => {
  code = 200
  isDeep = false
  hasOwnNumbers = false
  Object.assign(seen, { handshakes: [], acks: 0, beats: 0, routes: [], early: 0 })
})
afterAll(async () => {
  for (const stop of stops) stop()
  for (const client of game.clients) client.terminate()
  game.close()
  await running.dispose()
})

async function connect(phase: string) {
  const live = await openLive(running.url, developer)
  stops.push(() => live.socket.terminate())
  const target = { kind: 'record', lineId: LINE, recordId }
  const page = await live.open('simulator.connection', { target, account: { kind: 'none' } })
  const { connection } = await page.event<{ kind: string; connection: ConnectionView }>(
    (event) =>
      event.kind === 'state' && event.connection.phase === phase && event.connection.steps.length > 0,
  )
  return { page, connection }
}

test('the simulator shakes hands, beats as often as the game says, and knows its routes', async () => {
  const { page, connection } = await connect('open')
  expect(connection.steps.map(({ step, state }) => `${step} ${state}`)).toEqual([
    'connectionInfo ok',
    'definitions ok',
    'socket ok',
    'handshake ok',
    'enter skipped',
    'enterReply skipped',
  ])
  expect(connection.steps[3]!.ms).toBeGreaterThan(0)
  expect(connection.heartbeat).toMatchObject({ isKnown: true, isOn: true, everySeconds: 1 })
  expect(seen.handshakes).toEqual([{ sys: { type: 'js-websocket', version: '1.1.1' }, user: {} }])
  await page.ask('send', { cmd: 1100, body: { text: 'ahoy' } })
  const frames: FrameSummary[] = []
  await page.event<{ last?: FrameSummary[] }>(({ last = [] }) => {
    frames.push(...last)
    return frames.some(({ direction, cmd }) => direction === 'reply' && cmd === 1100)
  })
  expect(frames.find(({ direction, cmd }) => direction === 'reply' && cmd === 1100)).toMatchObject({
    message: 'chat.Said',
  })
  const pushes = frames.filter(({ direction, cmd }) => direction === 'push' && cmd !== 0)
  expect(pushes.map(({ cmd, message }) => [cmd, message])).toEqual([
    [3, 'onLeave'],
    [1200, 'onChat'],
  ])
  expect(seen.routes).toEqual(['0 chat.send'])
  await expect.poll(() => seen.beats, { timeout: 10_000 }).toBeGreaterThan(1)
  expect(seen).toMatchObject({ acks: 1, early: 0 })
}, 60_000)

test('a game that refuses the handshake is told with its own words', async () => {
  code = 501
  const { connection } = await connect('closed')
  const step = connection.steps.at(-1)!
  expect(step).toMatchObject({ step: 'handshake', state: 'failed', code: 'upstream_refused' })
  expect(step.msg).toContain('code 501')
  isDeep = true
  const { connection: deep } = await connect('closed')
  expect(deep.steps.at(-1)).toMatchObject({ step: 'handshake', state: 'failed', code: 'upstream_refused' })
  expect(seen.acks).toBe(0)
}, 60_000)

let keys = 0
async function play(lines: string, record = recordId): Promise<BotsReport> {
  const read = parseScenario(lines)
  if (!read.ok) throw new Error(read.faults[0]?.message)
  const { body } = await developer.post<{ jobId: string }>('/adjust/bots/start-record', {
    lineId: LINE,
    record,
    scenario: read.scenario,
    load: {
      model: 'closed',
      clients: 2,
      rampMs: 0,
      thinkMs: { from: 0, to: 0 },
      stop: { afterMs: 30_000, passes: 2 },
    },
    reason: 'pomelo test',
    idempotencyKey: `pomelo-${++keys}`,
  })
  const { jobId } = body.data
  let report: BotsReport | null = null
  const ask = async () => {
    const asked = await developer.post<{ report: BotsReport | null }>('/adjust/bots/report', { jobId })
    report = asked.body.data.report
    return report
  }
  await expect.poll(ask, { timeout: 30_000 }).not.toBeNull()
  return report!
}

test('bots shake hands before their first command, and beat while they think', async () => {
  const report = await play(
    'scenario "chat"\nsend Say {"text": "{{bot}}"}\nassert $.echo == "{{bot}}"\nsleep 3000\nsend Say {"text": "again"}',
  )
  expect(report).toMatchObject({ ended: 'passes', passed: 2, failed: 0, errors: [] })
  expect(seen).toMatchObject({ acks: 2, early: 0 })
  expect(seen.beats).toBeGreaterThan(2)
}, 90_000)

test('bots keep to the numbers of their own connection', async () => {
  hasOwnNumbers = true
  const record = await saveRecord(
    'Pomelo pushes',
    'cmd,name,req,res,push\n1100,Say,Say,Said,\n1200,Chat,,,Heard\n',
  )
  const report = await play(
    'scenario "chat"\nsend Say {"text": "{{bot}}"}\nwait Chat where $.text == "{{bot}}" timeout 3000\nsleep 1000',
    record,
  )
  expect(report).toMatchObject({ passed: 2, failed: 0, errors: [] })
}, 90_000)

test('bots that are refused, or kicked, say why', async () => {
  code = 501
  const refused = await play('scenario "chat"\nsend Say {"text": "a"}')
  expect(refused.errors.map((error) => error.code)).toEqual(['lost handshake code 501'])
  isDeep = true
  const unread = await play('scenario "chat"\nsend Say {"text": "a"}')
  expect(unread.errors.map((error) => error.code)).toEqual(['lost handshake code a list'])
  isDeep = false
  code = 200
  const kicked = await play(
    'scenario "chat"\nsend Say {"text": "kick me"}\nsleep 500\nsend Say {"text": "b"}',
  )
  expect(kicked).toMatchObject({ passed: 0, failed: 2 })
}, 90_000)
