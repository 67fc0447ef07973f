// Opens sockets and keeps one exchange a second on each; runs beside the server, not inside it.
// Arguments: base address, count, seconds of traffic, tokens (comma separated, empty for no tickets).
import { setTimeout as sleep } from 'node:timers/promises'
import { WebSocket } from 'ws'

const [base, countText, secondsText, tokenList = ''] = process.argv.slice(2) as [
  string,
  string,
  string,
  string?,
]
const count = Number(countText)
const tokens = tokenList.split(',').filter((token) => token !== '')
const AT_ONCE = 16

const sockets: WebSocket[] = []
let received = 0
let sent = 0
let lost = 0

async function ticketFor(index: number): Promise<string> {
  if (tokens.length === 0) return ''
  const token = tokens[index % tokens.length]!
  const answer = await fetch(`${base}/api/auth/ticket`, { method: 'POST', headers: { token } })
  const { data } = (await answer.json()) as { data: { ticket: string } }
  return data.ticket
}

async function connect(index: number): Promise<void> {
  const ticket = await ticketFor(index)
  const socket = new WebSocket(`${base.replace('http', 'ws')}/live`, { perMessageDeflate: false })
  await new Promise<void>((resolve, reject) => {
    socket.once('open', () => socket.send(JSON.stringify({ ticket })))
    socket.once('message', () => resolve())
    socket.once('error', reject)
    socket.once('close', (code) => reject(new Error(`closed with ${code}`)))
  })
  socket.on('message', () => (received += 1))
  socket.on('close', () => (lost += 1))
  sockets.push(socket)
}

let next = 0
async function connectMany(): Promise<void> {
  while (next < count) {
    next += 1
    await connect(next)
  }
}
await Promise.all(Array.from({ length: AT_ONCE }, connectMany))
console.log(`ready at ${base}`)

/** Closing the channel again leaves the socket as it was; only the opening is answered. */
function exchange(socket: WebSocket, round: number): void {
  if (round > 0) socket.send(JSON.stringify({ id: 's', close: true }))
  socket.send(JSON.stringify({ id: 's', channel: 'session', open: {} }))
  sent += 1
}

const seconds = Number(secondsText)
const SLICES = 20
for (let round = 0; round < seconds; round += 1) {
  const startMs = performance.now()
  for (let slice = 0; slice < SLICES; slice += 1) {
    for (let i = slice; i < sockets.length; i += SLICES) exchange(sockets[i]!, round)
    await sleep(Math.max(0, startMs + ((slice + 1) * 1000) / SLICES - performance.now()))
  }
}
await sleep(1000)
console.log(JSON.stringify({ sent, received, lost }))
await new Promise((resolve) => process.once('SIGTERM', resolve))
process.exit(0)
