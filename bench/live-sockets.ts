import { spawn } from 'node:child_process'
import { createInterface } from 'node:readline'
import { join } from 'node:path'
import { world } from '@qd/sandbox'
import { startConsole } from './tools/console-under-test.ts'
import { cpuSeconds, residentKiB } from './tools/process-cost.ts'
import { startReady, type ReadyProcess } from './tools/ready-process.ts'
import { median, type Result } from './tools/result.ts'
import { interleave, rowOf, type Contender } from './tools/rounds.ts'

const SOCKETS = 5_000
const SECONDS = 12
const ROUNDS = 3
const UNITS = ['KiB/socket', 'ms CPU/s', '% answered'] as const
const peer = (name: string) => join(import.meta.dirname, 'peers', name)

interface Traffic {
  sent: number
  received: number
  lost: number
}

/** Runs the client beside the server; resolves with the server's cost while the sockets are still open. */
async function measureSockets(server: ReadyProcess, tokens: string[], sockets: number): Promise<number[]> {
  const before = residentKiB(server.pid)
  const args = [peer('live-client.ts'), server.url, String(sockets), String(SECONDS), tokens.join(',')]
  const client = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'inherit'] })
  const lines = createInterface({ input: client.stdout })[Symbol.asyncIterator]()
  const ready = await lines.next()
  if (ready.done) throw new Error('the client ended before its sockets were open')
  const cpuBefore = cpuSeconds(server.pid)
  const report = await lines.next()
  const cpuMs = (cpuSeconds(server.pid) - cpuBefore) * 1000
  const after = residentKiB(server.pid)
  client.kill('SIGTERM')
  const { sent, received, lost } = JSON.parse(String(report.value)) as Traffic
  if (lost > 0) throw new Error(`${lost} sockets were lost`)
  return [(after - before) / sockets, cpuMs / (SECONDS + 1), (received / sent) * 100]
}

/** A fresh process each round: memory that was once taken would hide what the next round takes. */
function contender(who: string, start: () => Promise<{ server: ReadyProcess; tokens: string[] }>): Contender {
  return {
    who,
    units: UNITS,
    async round() {
      const { server, tokens } = await start()
      try {
        return await measureSockets(server, tokens, SOCKETS)
      } finally {
        await server.stop()
      }
    },
  }
}

/** What 5,000 live sockets with an exchange a second each add to the console, beside the bare ws library. */
export async function measure(): Promise<Result> {
  const rows = await interleave(
    [
      contender('bare ws', async () => ({ server: await startReady(peer('bare-live.ts')), tokens: [] })),
      contender('console /live', async () => {
        const server = await startConsole()
        return {
          server,
          tokens: await Promise.all(world.accounts.map(({ username }) => server.signIn(username))),
        }
      }),
    ],
    ROUNDS,
    { isWarmedUp: false },
  )
  const of = (unit: (typeof UNITS)[number]) => median(rowOf(rows, 'console /live', unit).rounds)
  return {
    rows,
    verdicts: [
      { what: 'memory added by a socket', figure: of('KiB/socket'), unit: 'KiB', goal: '<= 32' },
      { what: 'messages answered', figure: of('% answered'), unit: '%', goal: '>= 100' },
    ],
    notes: [
      `${SOCKETS} sockets; each second a client message that opens a channel, its answer, and one that closes it.`,
    ],
  }
}
