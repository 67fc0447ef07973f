import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { encodeFrame, openFrames, QD1 } from '@qd/game-frame'
import type { FrameDescriptor } from '@qd/game-frame'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { WebSocketServer } from 'ws'
import { plainDialer, startLyingGame } from '../../testing/index.ts'
import type { LyingGame } from '../../testing/index.ts'
import { createStandardAdapter } from '../index.ts'

/* A game that takes commands only after both have said hello. */

const LAYOUT: FrameDescriptor = {
  ...QD1,
  name: 'hello',
  heartbeat: { cmd: 9, everySeconds: 3_600, fields: {} },
  opening: [
    { send: { cmd: 5, json: { hello: 1 } } },
    { wait: { cmd: 5, ok: { path: ['code'], is: [200] }, heartbeat: ['beat'] } },
    { send: { cmd: 6, hex: 'ff' } },
  ],
}
let game: LyingGame
let code: unknown = 200
let layout = LAYOUT
const heard: string[] = []
const sockets = new WebSocketServer({ port: 0, host: '127.0.0.1' })
sockets.on('connection', (socket) => {
  const frames = openFrames(LAYOUT)
  const say = (cmd: number, seq: number, text: string) =>
    socket.send(encodeFrame(LAYOUT, 'reply', { cmd, seq, status: 0, body: Buffer.from(text) }))
  socket.on('message', (data) => {
    for (const { cmd, seq, body } of frames.push('request', data as Buffer).frames) {
      heard.push(`${cmd} ${cmd === 5 ? Buffer.from(body).toString() : Buffer.from(body).toString('hex')}`)
      if (cmd === 5 && code === null) socket.close()
      else if (cmd === 5)
        say(5, 0, `{"code":${typeof code === 'string' ? code : JSON.stringify(code)},"beat":1}`)
      if (cmd === 2001) say(2001, seq, '')
    }
  })
})

beforeAll(async () => {
  game = await startLyingGame()
  if (sockets.address() === null) await once(sockets, 'listening')
})
afterAll(async () => {
  for (const client of sockets.clients) client.terminate()
  sockets.close()
  await game.stop()
})

function open() {
  const ws = `ws://127.0.0.1:${(sockets.address() as AddressInfo).port}`
  const adapter = createStandardAdapter({ dialer: plainDialer(), replyTimeoutMs: 3000 })
  heard.length = 0
  return adapter.socket.open({ ...game.target, ws, codec: layout }, {})
}

it('commands go out after the opening, and heartbeats as often as the game says', async () => {
  code = 200
  const socket = await open()
  await socket.send({ cmd: 2001, body: {} })
  expect(heard).toEqual(['5 {"hello":1}', '6 ff', '2001 '])
  await expect.poll(() => heard, { timeout: 5_000 }).toContain('9 ')
  socket.close()
})

it.each([
  [500, { kind: 'refused', message: expect.stringContaining('code 500') }],
  [null, { kind: 'down' }],
  [
    '['.repeat(100_000) + ']'.repeat(100_000),
    { kind: 'refused', message: expect.stringContaining('code a list') },
  ],
])('a game that does not open is told: %#', async (said, why) => {
  code = said
  await expect(open()).rejects.toMatchObject(why)
  expect(heard).toEqual(['5 {"hello":1}'])
})

it('a step of the layout that fits no frame ends the opening alone', async () => {
  code = 200
  layout = { ...LAYOUT, opening: [...LAYOUT.opening!.slice(0, 2), { send: { cmd: 2 ** 32 } }] }
  await expect(open()).rejects.toMatchObject({ kind: 'refused', code: 2004 })
  layout = LAYOUT
})
