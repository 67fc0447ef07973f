import { startRedis } from '@qd/testing'
import { rawScan } from './peers/raw-scan.ts'
import { fillWithHeroes } from './tools/hero-keys.ts'
import { median, type Result, type Row } from './tools/result.ts'
import { scanPages } from './tools/scan-pages.ts'

const KEYS = 10_000_000
const ROUNDS = 2
const WIDE_BUDGET = 100_000_000

/** The tree of ten million keys: more names than are kept, so folders keep their numbers and names beyond the cap are dropped. */
export async function measure(): Promise<Result> {
  const redis = await startRedis()
  const raw: Row = { who: 'bare loop of SCAN COUNT 1000', unit: 's', rounds: [] }
  const tree: Row = { who: 'tree of 10,000,000 keys, drained', unit: 's', rounds: [] }
  const grown: Row = { who: 'memory of the server grown by', unit: 'MiB', rounds: [] }
  try {
    await fillWithHeroes(redis.port, KEYS)
    for (let round = 0; round < ROUNDS; round += 1) {
      raw.rounds.push((await rawScan(redis.port, KEYS)) / 1_000)
      const seen = await scanPages(redis.port, WIDE_BUDGET, { pages: 1, forMs: 300_000 })
      if (seen.examined < KEYS) throw new Error(`the tree is not whole: ${seen.examined}`)
      tree.rounds.push(seen.ms / 1_000)
      grown.rounds.push(seen.grownMiB)
    }
  } finally {
    await redis.stop()
  }
  const ratios = tree.rounds.map((seconds, round) => seconds / raw.rounds[round]!)
  return {
    rows: [raw, tree, grown],
    verdicts: [
      { what: 'full tree', figure: median(tree.rounds), unit: 's', goal: '<= 30' },
      { what: 'full tree, times the bare loop', figure: median(ratios), unit: '', goal: '<= 2.5' },
      { what: 'memory grown', figure: median(grown.rounds), unit: 'MiB', goal: '<= 200' },
    ],
  }
}
