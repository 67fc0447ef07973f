import { once } from 'node:events'
import { createServer } from 'node:net'
import type { AddressInfo, Socket } from 'node:net'
import { encodeFrame, QD1 } from '@qd/game-frame'
import type { ConnectionView, TimelineCounts } from '@qd/simulator/contract'
import { openLive } from './open-live.ts'
import type { OpenedLive } from './open-live.ts'
import type { Speaker } from './speak-to.ts'
import { OWN_PROCESSES, startTestConsole } from './start-test-console.ts'

/** Of the sandbox. */
const lineId = 'harbour-dev'

export interface FloodedConsole {
  developer: Speaker
  lineId: string
  /** A page with an open connection, and the game's end of its socket. */
  connect(): Promise<{ page: OpenedLive; socket: Socket }>
  /** Ends all connections. */
  disconnect(): void
  stop(): Promise<void>
}

/** A console, and a game that sends more than anybody reads. */
export async function startFloodedConsole(): Promise<FloodedConsole> {
  const game = createServer().listen(0, '127.0.0.1')
  await once(game, 'listening')
  const { port } = game.address() as AddressInfo
  const running = await startTestConsole({}, { playersPerServer: 50, withRedis: false, ...OWN_PROCESSES })
  const developer = await running.signIn('developer')
  const admin = await running.signIn('admin')
  const allowed = { lineId, hosts: [`127.0.0.1:${port}`], revision: 0 }
  const { http, body } = await admin.post('/platform/simulator/address/save', allowed)
  if (http !== 200) throw new Error(`the address of the game is refused: ${body.msg}`)
  const ends: (() => void)[] = []
  const disconnect = () => {
    for (const end of ends.splice(0)) end()
  }
  return {
    developer,
    lineId,
    async connect() {
      const reached = once(game, 'connection') as Promise<[Socket]>
      const live = await openLive(running.url, developer)
      const page = await live.open('simulator.connection', {
        target: { kind: 'address', lineId, url: `tcp://127.0.0.1:${port}` },
        account: { kind: 'none' },
      })
      await page.event<{ connection?: ConnectionView }>(({ connection }) => connection?.phase === 'open')
      const [socket] = await reached
      ends.push(
        () => socket.destroy(),
        () => live.socket.terminate(),
      )
      return { page, socket }
    },
    disconnect,
    async stop() {
      disconnect()
      game.close()
      await running.dispose()
    },
  }
}

/** So many pushes of one size, in pieces of a thousand. */
export function* flood(frames: number, bodyBytes: number): Generator<Buffer> {
  const one = encodeFrame(QD1, 'reply', { cmd: 7, seq: 0, status: 0, body: new Uint8Array(bodyBytes) })
  const thousand = Buffer.concat(Array.from({ length: 1_000 }, () => one))
  for (let sent = 0; sent < frames; sent += 1_000) yield thousand
}

/** Sends as fast as the console takes it; `seen` is told of each wait. */
export async function send(socket: Socket, pieces: Iterable<Buffer>, seen: () => void = () => undefined) {
  for (const piece of pieces) {
    if (!socket.write(piece)) await once(socket, 'drain')
    seen()
  }
}

/** What the page is told of its frames, once it is as many as that. */
export async function counted(
  page: OpenedLive,
  is: (counts: TimelineCounts) => boolean,
): Promise<TimelineCounts> {
  const { counts } = await page.event<{ counts?: TimelineCounts }>(
    (event) => event.counts !== undefined && is(event.counts),
  )
  return counts!
}
