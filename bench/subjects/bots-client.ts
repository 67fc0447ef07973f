/*
 * Many clients of an echo game in one process, as bare sockets of the ws library or as bots:
 * `node --expose-gc bots-client.ts URL bare|bots CLIENTS SECONDS`. Prints its own memory and rate as one line of JSON.
 */
import { encodeFrame, FrameDecoder, QD1 } from '@qd/game-frame'
import { BotCrew } from '@qd/bots/worker'
import { parseScenario } from '@qd/scenario'
import { WebSocket } from 'ws'

const [url = '', kind = '', clientsText = '', secondsText = ''] = process.argv.slice(2)
const clients = Number(clientsText)
const seconds = Number(secondsText)
/** Each client sends once in so many milliseconds. */
const PACE_MS = 2_000
const BODY = Uint8Array.of(8, 7)

const settled = () => new Promise((resolve) => setTimeout(resolve, 1_500))
function residentKiB(): number {
  globalThis.gc?.()
  globalThis.gc?.()
  return process.memoryUsage().rss / 1_024
}

let received = 0

/** What every client needs whatever it is written in: a socket, a frame out, a frame in. */
async function openBare(): Promise<void> {
  const decoder = new FrameDecoder(QD1, 'reply')
  const sockets: WebSocket[] = []
  const take = (data: Buffer) => {
    received += decoder.push(data).frames.length
  }
  for (let n = 0; n < clients; n += 200) {
    await Promise.all(
      Array.from({ length: Math.min(200, clients - n) }, () => {
        const socket = new WebSocket(url, { perMessageDeflate: false })
        sockets.push(socket)
        socket.on('message', take)
        return new Promise((resolve, reject) => {
          socket.once('open', resolve)
          socket.once('error', reject)
        })
      }),
    )
  }
  let seq = 0
  setInterval(() => {
    const from = (seq * clients) / (PACE_MS / 20)
    for (let at = from; at < from + clients / (PACE_MS / 20); at += 1)
      sockets[Math.floor(at) % clients]?.send(
        encodeFrame(QD1, 'request', { cmd: 5, seq: (seq % 1_000_000) + 1, status: 0, body: BODY }),
      )
    seq += 1
  }, 20)
}

async function openBots(): Promise<void> {
  const text = `loop 1000000\nsend Echo {"n":7}\nassert $.n == 7\nsleep ${PACE_MS}\nend`
  const read = parseScenario(text)
  if (!read.ok) throw new Error(read.faults[0]?.message)
  const told = Promise.withResolvers<void>()
  const crew = new BotCrew(
    {
      peer: { url, addresses: [{ address: '127.0.0.1', family: 4 }] },
      codec: QD1,
      nested: { Note: { fields: { n: { type: 'int32', id: 1 } } } },
      commands: [{ cmd: 5, name: 'Echo', req: 'Note', res: 'Note' }],
      scenario: read.scenario,
      env: {},
      sId: 1,
      enter: 'signed',
      load: {
        model: 'closed',
        clients,
        rampMs: 5_000,
        thinkMs: { from: 0, to: 0 },
        stop: { afterMs: 3_600_000 },
      },
      index: 0,
      workers: 1,
      seed: 1,
    },
    {
      now: () => performance.now(),
      post(message) {
        if (message.type !== 'tick') return
        received += message.tick.received
        if (message.tick.failed > 0) throw new Error(JSON.stringify(message.tick.errors))
        if (message.tick.online === clients) told.resolve()
      },
    },
  )
  crew.hear({ type: 'start' })
  await told.promise
}

const before = residentKiB()
await (kind === 'bare' ? openBare() : openBots())
await settled()
received = 0
await new Promise((resolve) => setTimeout(resolve, seconds * 1_000))
const rate = received / seconds
const kib = (residentKiB() - before) / clients
console.log(JSON.stringify({ kib, rate }))
process.exit(0)
