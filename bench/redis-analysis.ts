import { join } from 'node:path'
import { startRedis } from '@qd/testing'
import { rawAnalysis } from './peers/raw-analysis.ts'
import { fillWithHeroes } from './tools/hero-keys.ts'
import { startReady } from './tools/ready-process.ts'
import { median, type Result, type Row } from './tools/result.ts'

const subject = join(import.meta.dirname, 'subjects/redis-analysis.ts')
/** A multiple of 50,000; `QD_BENCH_ROWS=50000` is enough while one works on it. */
const KEYS = Number(process.env['QD_BENCH_ROWS'] ?? 1_000_000)
const ROUNDS = 3
/** So much that it holds nobody up. */
const WIDE_BUDGET = 100_000_000

/** Every key of a database measured, summed by prefix, type, time and size, beside a bare loop that only sums the bytes. */
export async function measure(): Promise<Result> {
  const redis = await startRedis()
  const row = (who: string, unit: string): Row => ({ who, unit, rounds: [] })
  const rows = {
    raw: row('bare loop of SCAN, TYPE, PTTL and MEMORY USAGE', 'ms'),
    analysis: row(`analysis of ${KEYS.toLocaleString('en')} keys`, 'ms'),
    grown: row('memory of the console grown by', 'MiB'),
  }
  try {
    await fillWithHeroes(redis.port, KEYS)
    for (let round = 0; round < ROUNDS; round += 1) {
      const bare = await rawAnalysis(redis.port)
      rows.raw.rounds.push(bare.ms)
      // A process of its own for each round: nothing was analysed in it before.
      const running = await startReady(subject, { args: [String(redis.port), String(WIDE_BUDGET)] })
      try {
        const answer = await fetch(running.url, { method: 'POST' })
        const seen = (await answer.json()) as { ms: number; keys: number; bytes: number; grownMiB: number }
        if (seen.keys !== KEYS || seen.bytes !== bare.bytes)
          throw new Error(`the analysis saw ${seen.keys} keys and ${seen.bytes} bytes`)
        rows.analysis.rounds.push(seen.ms)
        rows.grown.rounds.push(seen.grownMiB)
      } finally {
        await running.stop()
      }
    }
  } finally {
    await redis.stop()
  }
  const ratios = rows.analysis.rounds.map((ms, round) => ms / rows.raw.rounds[round]!)
  return {
    rows: Object.values(rows),
    verdicts: [
      { what: 'analysis, times the bare loop', figure: median(ratios), unit: '', goal: '<= 2.5' },
      { what: 'memory grown', figure: median(rows.grown.rounds), unit: 'MiB', goal: '<= 80' },
    ],
    notes: [
      'Keys are measured in pipelines of 200 by both; the page is on a live socket in the process of the console.',
    ],
  }
}
