import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { openFrames, QD1 } from '@qd/game-frame'
import { openRawSocket } from '@qd/adapter-standard'
import { plainDialer } from '@qd/adapter-standard/testing'
import { PUBLIC_NETWORKS } from '@qd/game-contract/adapter'
import { WebSocket, WebSocketServer } from 'ws'
import { GameLink } from '../features/simulator/server/gateway/link/game-link.ts'
import { TimelineShares } from '../features/simulator/server/gateway/timeline/timeline-share.ts'
import { Timeline } from '../features/simulator/server/gateway/timeline/timeline.ts'
import { median, type Result, type Row } from './tools/result.ts'

const ASKED = 3_000
const ROUNDS = 5
const BODY = Buffer.from('0a0568656c6c6f', 'hex')

/** A game that answers each request with its own body. */
async function startEcho(): Promise<{ url: string; stop(): void }> {
  const server = new WebSocketServer({ port: 0, host: '127.0.0.1' })
  server.on('connection', (socket) => {
    const frames = openFrames(QD1)
    socket.on('message', (data) => {
      for (const { cmd, seq, body } of frames.push('request', data as Buffer).frames) {
        socket.send(frames.encode('reply', { cmd, seq, status: 0, body }))
      }
    })
  })
  await once(server, 'listening')
  return { url: `ws://127.0.0.1:${(server.address() as AddressInfo).port}`, stop: () => server.close() }
}

async function timesOf(ask: () => Promise<void>): Promise<number> {
  const times: number[] = []
  for (let at = 0; at < ASKED; at += 1) {
    const begun = performance.now()
    await ask()
    times.push(performance.now() - begun)
  }
  return median(times) * 1000
}

async function direct(url: string): Promise<number> {
  const socket = new WebSocket(url, { perMessageDeflate: false })
  await once(socket, 'open')
  const frames = openFrames(QD1)
  let seq = 0
  const took = await timesOf(async () => {
    seq += 1
    socket.send(frames.encode('request', { cmd: 7, seq, status: 0, body: BODY }))
    const [data] = await once(socket, 'message')
    frames.push('reply', data as Buffer)
  })
  socket.terminate()
  return took
}

async function throughGateway(url: string, folder: string): Promise<number> {
  const timeline = new Timeline({
    path: join(folder, `${performance.now()}.frames`),
    share: new TimelineShares().of('bench'),
    isHeartbeat: () => false,
    messageOf: () => '',
    sayNote: () => '',
    wordsOf: () => undefined,
    sayWords: () => '',
  })
  let answered = () => {}
  const link = new GameLink(QD1, {
    onFrame(frame) {
      timeline.add(frame)
      if (frame.direction === 'reply') answered()
    },
    onFault: () => {},
    onClose: () => {},
    isBehind: () => timeline.isBehind,
    caughtUp: () => timeline.caughtUp(),
  })
  const to = { url, networks: PUBLIC_NETWORKS, maxPayloadBytes: 4_194_304, timeoutMs: 5_000 }
  await link.open((handlers) => openRawSocket(plainDialer(), to, handlers))
  const took = await timesOf(
    () =>
      new Promise((resolve) => {
        answered = resolve
        link.send(7, BODY)
      }),
  )
  link.terminate()
  await timeline.close()
  return took
}

/** A round trip to a game by way of the gateway, beside a bare socket in the same process. */
export async function measure(): Promise<Result> {
  const echo = await startEcho()
  const folder = await mkdtemp(join(tmpdir(), 'qd-bench-'))
  const rows: [Row, Row] = [
    { who: 'bare ws', unit: 'µs p50', rounds: [] },
    { who: 'gateway', unit: 'µs p50', rounds: [] },
  ]
  try {
    for (let round = 0; round < ROUNDS; round += 1) {
      rows[0].rounds.push(await direct(echo.url))
      rows[1].rounds.push(await throughGateway(echo.url, folder))
    }
  } finally {
    echo.stop()
    await rm(folder, { recursive: true, force: true })
  }
  const added = rows[1].rounds.map((took, round) => took - rows[0].rounds[round]!)
  return {
    rows,
    verdicts: [{ what: 'added to a round trip, p50', figure: median(added), unit: 'µs', goal: '<= 1000' }],
    notes: [
      `${ASKED} requests one after the other in each round; every frame goes into a time line on the disk. The live socket to the page is not part of it.`,
    ],
  }
}
