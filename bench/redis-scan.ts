import { startRedis } from '@qd/testing'
import { rawScan } from './peers/raw-scan.ts'
import { longestScan, withOwnProcessor } from './tools/longest-scan.ts'
import { fillWithHeroes, SERVERS } from './tools/hero-keys.ts'
import { median, type Result, type Row } from './tools/result.ts'
import { scanPages } from './tools/scan-pages.ts'

/** `QD_BENCH_ROWS=100000` is enough while one works on it. */
const KEYS = Number(process.env['QD_BENCH_ROWS'] ?? 1_000_000)
const ROUNDS = 3
/** So much that it holds nobody up, and what ten people share. */
const WIDE_BUDGET = 10_000_000
const SHARED_BUDGET = 200_000
const SHARED_MS = 4_000
const PEOPLE = 10

/** The tree of a million keys beside a bare loop of SCAN, and ten people who scan the same connection at once. */
export async function measure(): Promise<Result> {
  const redis = await startRedis()
  const row = (who: string, unit: string): Row => ({ who, unit, rounds: [] })
  const rows = {
    raw: row('bare loop of SCAN COUNT 1000', 'ms'),
    full: row(`tree of ${KEYS.toLocaleString('en')} keys, drained`, 'ms'),
    cpu: row('the same, of the processor', 'ms'),
    first: row('first rows', 'ms'),
    folder: row(`a folder of ${Math.floor(KEYS / SERVERS).toLocaleString('en')} keys opened`, 'ms'),
    longestRaw: row('the bare loop, its longest SCAN, server first', 'ms'),
    longest: row('longest single SCAN, server first', 'ms'),
    longestShared: row('longest single SCAN, processors shared', 'ms'),
    grown: row('memory of the server grown by', 'MiB'),
    shared: row(`${PEOPLE} people at once, of ${SHARED_BUDGET} keys a second`, 'keys/s'),
  }
  try {
    await fillWithHeroes(redis.port, KEYS)
    await rawScan(redis.port, KEYS)
    for (let round = 0; round < ROUNDS; round += 1) {
      rows.raw.rounds.push(await rawScan(redis.port, KEYS))
      const onePage = () => scanPages(redis.port, WIDE_BUDGET, { pages: 1, forMs: 120_000 })
      const { seen: one, longestMs } = await longestScan(redis.port, onePage)
      if (one.examined < KEYS || one.total < KEYS / SERVERS - 1)
        throw new Error(`the tree is not whole: ${one.total}`)
      rows.full.rounds.push(one.ms)
      rows.cpu.rounds.push(one.cpuMs)
      rows.first.rounds.push(one.firstRowsMs)
      rows.folder.rounds.push(one.folderMs)
      rows.longestShared.rounds.push(longestMs)
      const raw = () => rawScan(redis.port, KEYS)
      const alone = await withOwnProcessor(redis.pid, async () => [
        (await longestScan(redis.port, raw)).longestMs,
        (await longestScan(redis.port, onePage)).longestMs,
      ])
      rows.longestRaw.rounds.push(alone?.[0] ?? (await longestScan(redis.port, raw)).longestMs)
      rows.longest.rounds.push(alone?.[1] ?? longestMs)
      rows.grown.rounds.push(one.grownMiB)
      const ten = await scanPages(redis.port, SHARED_BUDGET, { pages: PEOPLE, forMs: SHARED_MS })
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
      { what: 'longest single SCAN', figure: median(rows.longest.rounds), unit: 'ms', goal: '<= 10' },
      { what: 'memory grown', figure: median(rows.grown.rounds), unit: 'MiB', goal: '<= 80' },
      { what: 'ten people, of one budget', figure: median(budgets), unit: '%', goal: '<= 110' },
    ],
    notes: [
      'SLOWLOG counts by the clock. On shared processors a SCAN of 2 ms lasts while the server waits for its turn behind the console and the bench. Server first: it has a processor whenever it wants one.',
      'Each round is a process of its own, with the page on a live socket in it; nothing was scanned before. Memory is its highest while it scans.',
    ],
  }
}
