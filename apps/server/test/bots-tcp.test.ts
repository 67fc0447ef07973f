import { once } from 'node:events'
import { createServer } from 'node:net'
import type { AddressInfo, Socket } from 'node:net'
import type { BotsReport } from '@qd/bots/contract'
import { openFrames } from '@qd/game-frame'
import type { FrameDescriptor } from '@qd/game-frame'
import { parseScenario } from '@qd/scenario'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestConsole } from '../testing/index.ts'
import type { Speaker, TestConsole } from '../testing/index.ts'

/* Bots against a game over plain TCP whose bodies are MessagePack: what it gets and sends stands here as bytes. */

const LAYOUT: FrameDescriptor = {
  name: 'stream',
  header: [
    { name: 'length', type: 'u16' },
    { name: 'cmd', type: 'u16' },
    { name: 'seq', type: 'u32' },
  ],
  lengthCovers: 'afterLength',
  maxFrameBytes: 16_384,
  transport: 'tcp',
  body: 'msgpack',
}
const GAME = `syntax = "proto3"; package other;
message Login { string name = 1; } message Entered { uint64 uId = 1; }
message Late { uint64 uId = 1; }
message Move { sint32 x = 1; bytes key = 2; uint64 big = 3; } message Moved { uint64 big = 1; }`
const LINE = 'harbour-dev'
const PLAY = `scenario "walk"
enter device "w"
send Move {"x": -2, "key": "AQI=", "big": "9007199254740993", "more": {"$bytes": "/w=="}}
assert $.big == "9007199254740994"`
/** {"name": "w"} */
const LOGIN = '81a46e616d65a177'
/** {"x": -2, "key": <0102>, "big": 2^53 + 1, "more": <ff>} */
const MOVE = '84a178fea36b6579c4020102a3626967cf0020000000000001a46d6f7265c401ff'

let running: TestConsole
let developer: Speaker
const sockets = new Set<Socket>()
const seen: string[] = []
let isHangingUp = false
/** The game speaks on connections that its clients have left. */
let isLate = false
let left: Socket | undefined

const game = createServer({ allowHalfOpen: true }, (socket) => {
  sockets.add(socket)
  socket.on('end', () => {
    if (isLate) left = socket
    else socket.end()
  })
  socket.on('error', () => undefined)
  socket.once('close', () => sockets.delete(socket))
  const frames = openFrames(LAYOUT)
  socket.on('data', (bytes) => {
    for (const { cmd, seq, body } of frames.push('request', bytes as Buffer).frames) {
      seen.push(Buffer.from(body).toString('hex'))
      if (isHangingUp && cmd === 9) return socket.destroy()
      // A length that no frame may have.
      left?.end(Uint8Array.of(0xff, 0xff))
      left = undefined
      // {"big": 2^53 + 2}, in a map that says its size in two bytes
      const reply = cmd === 9 ? 'de0001a3626967cf0020000000000002' : '81a375496405'
      const bytesOut = frames.encode('reply', { cmd, seq, status: 0, body: Buffer.from(reply, 'hex') })
      // A stream cuts where it likes.
      if (isLate && cmd === 9) socket.write(Buffer.concat([bytesOut, pushed()]))
      else for (const byte of bytesOut) socket.write(Uint8Array.of(byte))
    }
  })
})

const pushed = () =>
  openFrames(LAYOUT).encode('reply', { cmd: 11, seq: 0, status: 0, body: Buffer.from('81a375496405', 'hex') })

beforeAll(async () => {
  game.listen(0, '127.0.0.1')
  await once(game, 'listening')
  running = await startTestConsole()
  developer = await running.signIn('developer')
  const admin = await running.signIn('admin')
  const address = `127.0.0.1:${(game.address() as AddressInfo).port}`
  await admin.post('/platform/simulator/address/save', { lineId: LINE, hosts: [address], revision: 0 })
  await developer.post('/platform/simulator/record/save', {
    lineId: LINE,
    name: 'By stream',
    url: `tcp://${address}`,
    layout: LAYOUT,
    enter: { cmd: 7, body: '{"name":"{{deviceId}}"}' },
    files: [{ path: 'game.proto', text: GAME }],
    commands: {
      kind: 'csv',
      text: 'cmd,name,req,res,push\n7,Login,Login,Entered,\n9,Move,Move,Moved,\n11,Late,,,Late\n',
    },
  })
})
afterAll(async () => {
  for (const socket of sockets) socket.destroy()
  game.close()
  await running.dispose()
})

let keys = 0
async function played(play = PLAY): Promise<BotsReport> {
  const read = parseScenario(play)
  if (!read.ok) throw new Error(read.faults[0]?.message)
  const { body } = await developer.post<{ jobId: string }>('/adjust/bots/start-record', {
    lineId: LINE,
    record: 'By stream',
    scenario: read.scenario,
    load: {
      model: 'closed',
      clients: 2,
      rampMs: 0,
      thinkMs: { from: 0, to: 0 },
      stop: { afterMs: 20_000, passes: 4 },
    },
    reason: 'bots test',
    idempotencyKey: `bots-tcp-${++keys}`,
  })
  const { jobId } = body.data
  let report: BotsReport | null = null
  await expect
    .poll(
      async () => {
        const asked = await developer.post<{ report: BotsReport | null }>('/adjust/bots/report', { jobId })
        report = asked.body.data.report
        return report
      },
      { timeout: 20_000 },
    )
    .not.toBeNull()
  return report!
}

test('two clients play over TCP with bodies in MessagePack, exact to the byte', async () => {
  const report = await played()
  expect(report).toMatchObject({ ended: 'passes', passed: 4, failed: 0, errors: [] })
  expect(seen.toSorted()).toEqual([LOGIN, LOGIN, MOVE, MOVE, MOVE, MOVE])
  await expect.poll(() => sockets.size).toBe(0)
}, 60_000)

test('a game that hangs up is told as a lost connection', async () => {
  isHangingUp = true
  const report = await played()
  expect(report).toMatchObject({ passed: 0, failed: 4 })
  expect(report.errors.map(({ code }) => code)).toEqual([expect.stringMatching(/^lost /)])
}, 60_000)

test('what comes on a connection that a client has left belongs to no other one', async () => {
  isHangingUp = false
  isLate = true
  const again = `scenario "leaves"
enter device "w"
leave
enter device "w"
leave
enter device "w"`
  expect(await played(again)).toMatchObject({ passed: 4, failed: 0, errors: [] })
}, 60_000)

test('a push behind the reply after which a client leaves is not waited for on the next connection', async () => {
  const waits = `scenario "waits"
enter device "w"
send Move {"x": 1}
leave
enter device "w"
wait Late timeout 300`
  const report = await played(waits)
  expect(report).toMatchObject({ passed: 0, failed: 4 })
  expect(report.errors.map(({ code }) => code)).toEqual(['timeout'])
}, 60_000)
