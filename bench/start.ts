import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startReady } from './tools/ready-process.ts'
import { median, type Result } from './tools/result.ts'
import { interleave, rowOf, type Contender } from './tools/rounds.ts'

const ROUNDS = 5
const root = join(import.meta.dirname, '..')

function starting(who: string, file: string, env: Record<string, string>): Contender {
  return {
    who,
    units: ['ms'],
    async round() {
      const running = await startReady(join(root, file), { env })
      await running.stop()
      return [running.readyMs]
    },
  }
}

/** From spawn to the ready line, sandbox and migrations included, after the first start has seeded its data. */
export async function measure(): Promise<Result> {
  const folder = mkdtempSync(join(tmpdir(), 'qd-bench-start-'))
  try {
    const env = { QD_DATA_DIR: folder, QD_PORT: '0' }
    const rows = await interleave(
      [
        starting('bare Fastify', 'bench/peers/empty-route.ts', {}),
        starting('console with sandbox', 'scripts/running/start-console.ts', env),
      ],
      ROUNDS,
    )
    const readyMs = median(rowOf(rows, 'console with sandbox', 'ms').rounds)
    return { rows, verdicts: [{ what: 'start to ready', figure: readyMs, unit: 'ms', goal: '<= 1500' }] }
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}
