import { startRedis } from '@qd/testing'
import { installManagers } from './peers/redis-managers.ts'
import { fillWithHeroes } from './tools/hero-keys.ts'
import { median, medianShare, type Result, type Row } from './tools/result.ts'
import { scanPages } from './tools/scan-pages.ts'

const KEYS = 1_000_000
const ROUNDS = 2
const WIDE_BUDGET = 10_000_000
/** The most p3x lists; it has no way to list all. */
const P3X_KEYS = 100_000

/** The tree of a million keys in this console, in redis-commander and, as far as it goes, in p3x-redis-ui-server. */
export async function measure(): Promise<Result> {
  const row = (who: string, unit: string): Row => ({ who, unit, rounds: [] })
  const rows = {
    ours: row('this console, all keys', 'ms'),
    oursMemory: row('memory it grows by', 'MiB'),
    commander: row('redis-commander 0.9.0, root of the tree', 'ms'),
    commanderMemory: row('its highest memory', 'MiB'),
    p3x: row(`p3x-redis-ui-server, ${P3X_KEYS} of the keys`, 'ms'),
    p3xMemory: row('its highest memory, p3x', 'MiB'),
  }
  const redis = await startRedis()
  const managers = await installManagers()
  try {
    await fillWithHeroes(redis.port, KEYS)
    for (let round = 0; round < ROUNDS; round += 1) {
      const ours = await scanPages(redis.port, WIDE_BUDGET, { pages: 1, forMs: 120_000 })
      if (ours.examined < KEYS) throw new Error(`the tree is not whole: ${ours.examined}`)
      rows.ours.rounds.push(ours.ms)
      rows.oursMemory.rounds.push(ours.grownMiB)
      const commander = await managers.commander(redis.port)
      if (commander.rows === 0) throw new Error('redis-commander listed nothing')
      rows.commander.rounds.push(commander.ms)
      rows.commanderMemory.rounds.push(commander.peakMiB)
      const p3x = await managers.p3x(redis.port, P3X_KEYS)
      if (p3x.rows < P3X_KEYS) throw new Error(`p3x listed ${p3x.rows} keys`)
      rows.p3x.rounds.push(p3x.ms)
      rows.p3xMemory.rounds.push(p3x.peakMiB)
    }
  } finally {
    await managers.remove()
    await redis.stop()
  }
  return {
    rows: Object.values(rows),
    verdicts: [
      {
        what: 'a million keys, of what redis-commander takes',
        figure: medianShare(rows.ours, rows.commander),
        unit: '%',
        goal: '<= 25',
      },
      {
        what: 'a million keys, of what p3x takes for a tenth of them',
        figure: medianShare(rows.ours, rows.p3x),
        unit: '%',
        goal: '<= 100',
      },
      { what: 'memory grown', figure: median(rows.oursMemory.rounds), unit: 'MiB', goal: '<= 80' },
    ],
    notes: [
      'The managers are installed from npm into a temporary folder and start anew for each round. Only their servers are measured: no browser draws what they answer.',
    ],
  }
}
