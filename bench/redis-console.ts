import { join } from 'node:path'
import { startRedis } from '@qd/testing'
import { Redis } from 'ioredis'
import { startReady } from './tools/ready-process.ts'
import { median, type Result, type Row } from './tools/result.ts'

const subject = join(import.meta.dirname, 'subjects/redis-console.ts')
/** Commands of a round. `QD_BENCH_ROWS=500` is enough while one works on it. */
const COMMANDS = Number(process.env['QD_BENCH_ROWS'] ?? 5_000)
const ROUNDS = 5

const p95 = (ms: readonly number[]) =>
  ms.toSorted((left, right) => left - right)[Math.floor(ms.length * 0.95)]!

/** A command of a console from the page and back, through the guard and the live socket, beside bare ioredis. */
export async function measure(): Promise<Result> {
  const redis = await startRedis()
  const client = new Redis({ port: redis.port, host: '127.0.0.1' })
  const row = (who: string, unit: string): Row => ({ who, unit, rounds: [] })
  const rows = {
    bare: row('bare ioredis', 'µs p50'),
    typed: row('the console, page included', 'µs p50'),
    bareSlow: row('bare ioredis, slow ones', 'µs p95'),
    typedSlow: row('the console, slow ones', 'µs p95'),
  }
  try {
    await client.set('key', 'value')
    const running = await startReady(subject, { args: [String(redis.port)] })
    try {
      for (let round = 0; round < ROUNDS; round += 1) {
        const body = JSON.stringify({ commands: COMMANDS })
        const answer = await fetch(running.url, { method: 'POST', body })
        const { bare, typed } = (await answer.json()) as { bare: number[]; typed: number[] }
        rows.bare.rounds.push(median(bare) * 1_000)
        rows.typed.rounds.push(median(typed) * 1_000)
        rows.bareSlow.rounds.push(p95(bare) * 1_000)
        rows.typedSlow.rounds.push(p95(typed) * 1_000)
      }
    } finally {
      await running.stop()
    }
  } finally {
    client.disconnect()
    await redis.stop()
  }
  const added = rows.typed.rounds.map((us, round) => us - rows.bare.rounds[round]!)
  return {
    rows: Object.values(rows),
    verdicts: [{ what: 'a command takes longer by', figure: median(added), unit: 'µs p50', goal: '<= 1000' }],
    notes: [`${COMMANDS} GETs a round, one after the other; page and console are one process.`],
  }
}
