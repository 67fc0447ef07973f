import { createConnection } from 'node:net'
import { once } from 'node:events'
import { join } from 'node:path'
import { Redis } from 'ioredis'
import { startRedis } from '../features/redis/server/testing/redis-server.ts'
import { startReady } from './tools/ready-process.ts'
import { median, type Result, type Row } from './tools/result.ts'

const KEYS = 1_000_000
const ROUNDS = 3
/** So much that it holds nobody up, and what ten people share. */
const WIDE_BUDGET = 10_000_000
const SHARED_BUDGET = 200_000
const SHARED_MS = 4_000
const PEOPLE = 10
const subject = join(import.meta.dirname, 'subjects/redis-keys.ts')

interface Seen {
  ms: number
  /** Of the processor, server and page together. */
  cpuMs: number
  firstRowsMs: number
  examined: number
  folderMs: number
  total: number
  grownMiB: number
}

/** Heroes of 366 servers, as a game names them. */
const FILL = `for at = tonumber(ARGV[1]), tonumber(ARGV[2]) do
  redis.call('SET', 'game:eu:s' .. (at % 366) .. ':hero:' .. string.format('%d', 30123000000 + at), '1')
end`

async function fill(port: number): Promise<void> {
  const redis = new Redis({ port, host: '127.0.0.1' })
  for (let at = 0; at < KEYS; at += 50_000) await redis.eval(FILL, 0, at, at + 49_999)
  redis.disconnect()
}

/** Where one reply of SCAN ends, with its cursor and number of keys; null while it is not whole. */
function replyOf(bytes: Buffer): { cursor: string; keys: number } | null {
  const lineAt = (from: number) => {
    const end = bytes.indexOf('\r\n', from)
    return end === -1 ? null : { text: bytes.toString('latin1', from + 1, end), next: end + 2 }
  }
  const outer = lineAt(0)
  const cursorLength = outer === null ? null : lineAt(outer.next)
  const cursor = cursorLength === null ? null : lineAt(cursorLength.next - 1)
  const count = cursor === null ? null : lineAt(cursor.next)
  if (count === null) return null
  let at = count.next
  for (let key = 0; key < Number(count.text); key += 1) {
    const length = lineAt(at)
    if (length === null) return null
    at = length.next + Number(length.text) + 2
  }
  return at > bytes.length ? null : { cursor: cursor!.text, keys: Number(count.text) }
}

/** The least there is: one socket, SCAN COUNT 1000 until the cursor is 0, keys counted and thrown away. */
async function rawLoop(port: number): Promise<number> {
  const socket = createConnection(port, '127.0.0.1').setNoDelay(true)
  await once(socket, 'connect')
  const startMs = performance.now()
  let keys = 0
  let held: Buffer = Buffer.alloc(0)
  await new Promise<void>((resolve, reject) => {
    socket.on('error', reject)
    socket.on('data', (piece: Buffer) => {
      held = held.length === 0 ? piece : Buffer.concat([held, piece])
      const reply = replyOf(held)
      if (reply === null) return
      held = Buffer.alloc(0)
      keys += reply.keys
      if (reply.cursor === '0') resolve()
      else socket.write(`SCAN ${reply.cursor} COUNT 1000\r\n`)
    })
    socket.write('SCAN 0 COUNT 1000\r\n')
  })
  socket.destroy()
  if (keys < KEYS) throw new Error(`the bare loop saw ${keys} keys`)
  return performance.now() - startMs
}

async function pages(port: number, budget: number, asked: { pages: number; forMs: number }): Promise<Seen> {
  const running = await startReady(subject, { args: [String(port), String(budget)] })
  try {
    const answer = await fetch(running.url, { method: 'POST', body: JSON.stringify(asked) })
    return (await answer.json()) as Seen
  } finally {
    await running.stop()
  }
}

/** The tree of a million keys beside a bare loop of SCAN, and ten people who scan the same connection at once. */
export async function measure(): Promise<Result> {
  const redis = await startRedis()
  const row = (who: string, unit: string): Row => ({ who, unit, rounds: [] })
  const rows = {
    raw: row('bare loop of SCAN COUNT 1000', 'ms'),
    full: row('tree of 1,000,000 keys, drained', 'ms'),
    cpu: row('the same, of the processor', 'ms'),
    first: row('first rows', 'ms'),
    folder: row('a folder of 2,732 keys opened', 'ms'),
    grown: row('memory of the server grown by', 'MiB'),
    shared: row(`${PEOPLE} people at once, of ${SHARED_BUDGET} keys a second`, 'keys/s'),
  }
  try {
    await fill(redis.port)
    await rawLoop(redis.port)
    for (let round = 0; round < ROUNDS; round += 1) {
      rows.raw.rounds.push(await rawLoop(redis.port))
      const one = await pages(redis.port, WIDE_BUDGET, { pages: 1, forMs: 120_000 })
      if (one.examined < KEYS || one.total < KEYS / 366 - 1)
        throw new Error(`the tree is not whole: ${one.total}`)
      rows.full.rounds.push(one.ms)
      rows.cpu.rounds.push(one.cpuMs)
      rows.first.rounds.push(one.firstRowsMs)
      rows.folder.rounds.push(one.folderMs)
      rows.grown.rounds.push(one.grownMiB)
      const ten = await pages(redis.port, SHARED_BUDGET, { pages: PEOPLE, forMs: SHARED_MS })
      rows.shared.rounds.push((ten.examined * 1_000) / ten.ms)
    }
  } finally {
    await redis.stop()
  }
  const ratios = rows.full.rounds.map((ms, round) => ms / rows.raw.rounds[round]!)
  const budgets = rows.shared.rounds.map((rate) => (rate * 100) / SHARED_BUDGET)
  return {
    rows: Object.values(rows),
    verdicts: [
      { what: 'full tree, times the bare loop', figure: median(ratios), unit: '', goal: '<= 2.5' },
      { what: 'first rows', figure: median(rows.first.rounds), unit: 'ms', goal: '<= 100' },
      { what: 'a folder opened', figure: median(rows.folder.rounds), unit: 'ms', goal: '<= 50' },
      { what: 'memory grown', figure: median(rows.grown.rounds), unit: 'MiB', goal: '<= 80' },
      { what: 'ten people, of one budget', figure: median(budgets), unit: '%', goal: '<= 110' },
    ],
    notes: [
      'Each round is a process of its own, with the page on a live socket in it; nothing was scanned before. Memory is its highest while it scans.',
    ],
  }
}
