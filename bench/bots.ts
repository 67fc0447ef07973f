import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { NODE_FLAGS } from '../scripts/running/prepare.mjs'
import { startReady } from './tools/ready-process.ts'
import { median, type Result } from './tools/result.ts'
import { interleave, rowOf, type Contender } from './tools/rounds.ts'

const CLIENTS = 10_000
const SECONDS = 6
const ROUNDS = 3
const UNITS = ['KiB/client', 'replies/s'] as const
const run = promisify(execFile)
const file = (folder: string, name: string) => join(import.meta.dirname, folder, name)

function contender(who: string, kind: 'bare' | 'bots'): Contender {
  return {
    who,
    units: UNITS,
    async round() {
      const game = await startReady(file('peers', 'echo-game.ts'))
      try {
        const args = [game.url, kind, String(CLIENTS), String(SECONDS)]
        const subject = file('subjects', 'bots-client.ts')
        const { stdout } = await run(process.execPath, [...NODE_FLAGS, '--expose-gc', subject, ...args])
        const { kib, rate } = JSON.parse(stdout) as { kib: number; rate: number }
        return [kib, rate]
      } finally {
        await game.stop()
      }
    },
  }
}

/** What 10,000 bots in one process cost above bare sockets that send and receive the same. */
export async function measure(): Promise<Result> {
  const rows = await interleave([contender('bare ws', 'bare'), contender('bots', 'bots')], ROUNDS, {
    isWarmedUp: false,
  })
  const of = (who: string, unit: (typeof UNITS)[number]) => median(rowOf(rows, who, unit).rounds)
  const above = of('bots', 'KiB/client') - of('bare ws', 'KiB/client')
  return {
    rows,
    verdicts: [
      { what: 'memory of a bot above a bare client', figure: above, unit: 'KiB', goal: '<= 12' },
      { what: 'replies to 10,000 bots', figure: of('bots', 'replies/s'), unit: '/s', goal: '>= 4500' },
    ],
  }
}
