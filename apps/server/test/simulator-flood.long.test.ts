import { once } from 'node:events'
import { createServer } from 'node:net'
import type { AddressInfo, Socket } from 'node:net'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { encodeFrame, QD1 } from '@qd/game-frame'
import type { ConnectionView, FrameSummary, KeptTimeline, TimelineCounts } from '@qd/simulator/contract'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { startTestConsole } from '../testing/index.ts'
import { openLive } from '../testing/open-live.ts'
import type { OpenedLive } from '../testing/open-live.ts'
import type { Speaker, TestConsole } from '../testing/index.ts'

/* A game that sends more than anybody reads, through the whole console. */

const lineId = 'harbour-dev'

let running: TestConsole
let developer: Speaker
let url = ''
const game = createServer()
const stops: (() => void)[] = []
beforeAll(async () => {
  game.listen(0, '127.0.0.1')
  await once(game, 'listening')
  const { port } = game.address() as AddressInfo
  url = `tcp://127.0.0.1:${port}`
  running = await startTestConsole()
  developer = await running.signIn('developer')
  const admin = await running.signIn('admin')
  const allowed = { lineId, hosts: [`127.0.0.1:${port}`], revision: 0 }
  expect((await admin.post('/platform/simulator/address/save', allowed)).http).toBe(200)
})
afterEach(() => {
  for (const stop of stops.splice(0)) stop()
})
afterAll(async () => {
  game.close()
  await running.dispose()
})

/** A page with an open connection, and the game's end of its socket. */
async function connect(): Promise<{ page: OpenedLive; socket: Socket }> {
  const reached = once(game, 'connection') as Promise<[Socket]>
  const live = await openLive(running.url, developer)
  const page = await live.open('simulator.connection', {
    target: { kind: 'address', lineId, url },
    account: { kind: 'none' },
  })
  await page.event<{ connection?: ConnectionView }>(({ connection }) => connection?.phase === 'open')
  const [socket] = await reached
  stops.push(
    () => socket.destroy(),
    () => live.socket.terminate(),
  )
  return { page, socket }
}

/** So many pushes of one size, in pieces of a thousand. */
function* flood(frames: number, bodyBytes: number): Generator<Buffer> {
  const one = encodeFrame(QD1, 'reply', { cmd: 7, seq: 0, status: 0, body: new Uint8Array(bodyBytes) })
  const thousand = Buffer.concat(Array.from({ length: 1_000 }, () => one))
  for (let sent = 0; sent < frames; sent += 1_000) yield thousand
}

/** Sends as fast as the console takes it; `seen` is told of each wait. */
async function send(socket: Socket, pieces: Iterable<Buffer>, seen: () => void = () => undefined) {
  for (const piece of pieces) {
    if (!socket.write(piece)) await once(socket, 'drain')
    seen()
  }
}

setFlagsFromString('--expose-gc')
const collectGarbage = runInNewContext('gc') as () => void

/** Bytes in buffers that somebody still holds; what only waits for the collector is none of it. */
function heldBytes(): number {
  collectGarbage()
  return process.memoryUsage().arrayBuffers
}

interface FramesEvent {
  counts?: TimelineCounts
}
const counted = async (page: OpenedLive, is: (counts: TimelineCounts) => boolean) =>
  (await page.event<FramesEvent>(({ counts }) => counts !== undefined && is(counts))).counts!

test('a socket that is half open is not read: the game keeps what it sends, and all of it comes later', async () => {
  const { page, socket } = await connect()
  const network = (isHalfOpen: boolean) => page.ask('network', { delayMs: 0, bytesPerSecond: 0, isHalfOpen })
  await network(true)
  const [first, ...rest] = [...flood(64_000, 1_000)]
  await new Promise((resolve) => socket.write(first!, resolve))
  for (const piece of rest) socket.write(piece)
  // Each of these goes through the console while the bytes wait at its door.
  for (let turn = 0; turn < 50; turn += 1) await page.ask('rowOf', { n: 0 })
  expect(socket.writableLength).toBeGreaterThan(0)
  await network(false)
  const { lost } = await counted(page, ({ frames }) => frames >= 64_002)
  expect([lost, socket.writableLength]).toEqual([0, 0])
  const { view } = await page.ask<{ view: number }>('view', { filter: {} })
  const { rows } = await page.ask<{ rows: FrameSummary[] }>('rows', { view, from: 0, count: 3 })
  expect(rows.map(({ direction }) => direction)).toEqual(['note', 'note', 'push'])
})

test('a game that floods waits for the console, whose memory stays small', async () => {
  const { page, socket } = await connect()
  const before = heldBytes()
  let most = 0
  let pieces = 0
  await send(socket, flood(300_000, 1_000), () => {
    if ((pieces += 1) % 20 === 0) most = Math.max(most, heldBytes() - before)
  })
  expect(pieces).toBe(300)
  const { frames, lost, bytes } = await counted(page, (counts) => counts.frames + counts.lost === 300_000)
  expect([frames, lost]).toEqual([300_000, 0])
  expect(bytes).toBeGreaterThan(300 * 1_000_000)
  // Held by both ends, in one process here; a console that takes all it is sent holds the whole flood.
  expect(most).toBeLessThan(bytes / 2)
})

test('a large time line is kept piece by piece, and the page is answered meanwhile', async () => {
  const { page, socket } = await connect()
  await send(socket, flood(20_000, 200))
  await counted(page, ({ frames }) => frames === 20_000)
  const done: { kept: KeptTimeline | null } = { kept: null }
  const keeping = (async () => {
    for (let name: string | undefined = 'large'; done.kept === null; name = undefined)
      done.kept = (await page.ask<{ kept: KeptTimeline | null }>('keep', { name })).kept
  })()
  let answers = 0
  for (; done.kept === null; answers += 1) await page.ask('rowOf', { n: 0 })
  await keeping
  expect(done.kept).toMatchObject({ frames: 20_000 })
  // One that blocked the console would leave one or two.
  expect(answers).toBeGreaterThan(50)
  const { keptId } = done.kept
  const gone = await developer.post('/platform/simulator/kept/delete', { lineId, keptId })
  expect(gone.http).toBe(200)
})
