import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { cpuSeconds, residentKiB } from './tools/process-cost.ts'
import { startReady } from './tools/ready-process.ts'
import type { ReadyProcess } from './tools/ready-process.ts'
import { median } from './tools/result.ts'
import type { Result } from './tools/result.ts'
import { interleave, rowOf } from './tools/rounds.ts'

/** Rows of one job: two minutes. `QD_BENCH_ROWS=200000` is enough while one works on it. */
const ROWS = Number(process.env['QD_BENCH_ROWS'] ?? 2_000_000)
const FIRST_ROWS = 100_000
const ROUNDS = 2
const LOOK_MS = 250
const JOB = 'a job of trivial rows, from start to end'
const RATE = 'rows/s'
const CPU_RATE = 'rows/CPU s'
const GROWTH = 'MiB more'
const START = 'ms to start'

interface Ended {
  state: string
  done: number
  ms: number
  startMs: number
}

async function runJob(node: ReadyProcess, rows: number): Promise<Ended> {
  const answer = await fetch(node.url, { method: 'POST', body: JSON.stringify(rows) })
  const ended = (await answer.json()) as Ended
  if (ended.state === 'succeeded' && ended.done === rows) return ended
  throw new Error(`the job ended as ${ended.state} with ${ended.done} of ${rows} rows`)
}

/** Different rows the peer has taken, and how often one came again. */
async function takenBy(peer: ReadyProcess): Promise<{ rows: number; again: number }> {
  return (await (await fetch(peer.url)).json()) as { rows: number; again: number }
}

/** Jobs of many rows that do next to nothing: what the engine itself costs, and what its memory grows by. */
export async function measure(): Promise<Result> {
  const folder = mkdtempSync(join(tmpdir(), 'qd-bench-jobs-'))
  const peer = await startReady(join(import.meta.dirname, 'peers/bare-rows.ts'))
  const node = await startReady(join(import.meta.dirname, 'subjects/jobs-node.ts'), {
    args: [folder, peer.url],
  })
  try {
    // Code is compiled and caches of the database are filled: what comes on top is owed to the number of rows.
    await runJob(node, FIRST_ROWS)
    let taken = FIRST_ROWS
    const before = residentKiB(node.pid)
    const rows = await interleave(
      [
        {
          who: JOB,
          units: [RATE, CPU_RATE, GROWTH, START],
          async round() {
            const cpu = cpuSeconds(node.pid)
            let most = before
            const looks = setInterval(() => (most = Math.max(most, residentKiB(node.pid))), LOOK_MS)
            const { ms, startMs } = await runJob(node, ROWS)
            clearInterval(looks)
            taken += ROWS
            const used = cpuSeconds(node.pid) - cpu
            return [(ROWS / ms) * 1_000, ROWS / used, (most - before) / 1_024, startMs]
          },
        },
      ],
      ROUNDS,
      { isWarmedUp: false },
    )
    const of = (unit: string) => median(rowOf(rows, JOB, unit).rounds)
    const { rows: different, again } = await takenBy(peer)
    const lost = taken - different
    return {
      rows,
      verdicts: [
        { what: 'trivial rows by the clock, one node', figure: of(RATE), unit: RATE, goal: '>= 20000' },
        {
          what: `memory above that after a job of ${FIRST_ROWS} rows`,
          figure: Math.max(...rowOf(rows, JOB, GROWTH).rounds),
          unit: GROWTH,
          goal: '<= 100',
        },
        { what: 'the call that starts it', figure: of(START), unit: 'ms', goal: '<= 1000' },
        {
          what: 'rows taken more or less often than once',
          figure: again + lost,
          unit: '',
          goal: '<= 0',
        },
      ],
      notes: [`${ROWS} rows a job.`],
    }
  } finally {
    await Promise.all([node.stop(), peer.stop()])
    rmSync(folder, { recursive: true, force: true })
  }
}
