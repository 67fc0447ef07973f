import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { residentKiB } from './tools/process-cost.ts'
import { startReady } from './tools/ready-process.ts'
import { median, type Result, type Row } from './tools/result.ts'

const ROUNDS = 2
const IDLE_MS = 60_000
const root = join(import.meta.dirname, '..')

/** Processes started by one, game servers in our case; the page build has ended by then. */
function childrenOf(pid: number): number[] {
  const found = spawnSync('ps', ['--ppid', String(pid), '-o', 'pid=,comm='], { encoding: 'utf8' }).stdout
  return found
    .split('\n')
    .filter((line) => /node|MainThread/.test(line))
    .map((line) => Number.parseInt(line, 10))
}

async function measureOnce(env: Record<string, string>): Promise<[consoleMiB: number, serverMiB: number]> {
  const running = await startReady(join(root, 'scripts/running/start-console.ts'), { env })
  await new Promise((resolve) => setTimeout(resolve, IDLE_MS))
  const servers = childrenOf(running.pid).map(residentKiB)
  const consoleKiB = residentKiB(running.pid)
  await running.stop()
  return [consoleKiB / 1024, Math.max(...servers) / 1024]
}

/** The console as `npm start` runs it, the start that builds the pages first, and the largest of its game servers. */
export async function measure(): Promise<Result> {
  const folder = mkdtempSync(join(tmpdir(), 'qd-bench-idle-'))
  const env = { QD_DATA_DIR: folder, QD_PORT: '0' }
  const row = (who: string): Row => ({ who, unit: 'MiB', rounds: [] })
  const rows = {
    first: row('console whose start built the pages'),
    later: row('console'),
    server: row('largest game server'),
  }
  try {
    for (let round = 0; round < ROUNDS; round += 1) {
      rmSync(join(root, 'apps/web/dist/.inputs'), { force: true })
      const [first] = await measureOnce(env)
      const [later, server] = await measureOnce(env)
      rows.first.rounds.push(first)
      rows.later.rounds.push(later)
      rows.server.rounds.push(server)
    }
    const verdict = (name: keyof typeof rows, limit: number) => ({
      what: rows[name].who,
      figure: median(rows[name].rounds),
      unit: 'MiB',
      goal: `<= ${limit}` as const,
    })
    return {
      rows: Object.values(rows),
      verdicts: [verdict('first', 180), verdict('later', 180), verdict('server', 90)],
    }
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}
