import { execFileSync } from 'node:child_process'
import { join } from 'node:path'
import type { AuditTables } from '@qd/audit/server'
import { createAuditFeature } from '@qd/audit/server'
import { openStore } from '@qd/store'
import type { Dialect } from '@qd/store'
import { makeTestPlace } from '@qd/store/testing'
import { NODE_FLAGS, NODE_SETTINGS } from '../scripts/running/prepare.mjs'
import { migrations } from '../apps/server/migrations.ts'
import type { VerifyCost } from './subjects/verify-audit.ts'
import { seedAudit } from './tools/seed-audit.ts'
import type { Result, Row, Verdict } from './tools/result.ts'

const ROWS = Number(process.env['QD_BENCH_ROWS'] ?? 1_000_000)
const subject = join(import.meta.dirname, 'subjects/verify-audit.ts')
/** In the console beside everything else, and as `npm run audit:verify` in a process of its own. */
const WAYS = ['console', 'command'] as const

type Place = Awaited<ReturnType<typeof makeTestPlace>>

function verify(place: Place, way: (typeof WAYS)[number]): VerifyCost {
  const { dataDir, databaseUrl } = place.where
  const where = databaseUrl === undefined ? { QD_BENCH_DATA_DIR: dataDir } : { DATABASE_URL: databaseUrl }
  const said = execFileSync(process.execPath, [...NODE_FLAGS, subject, way], {
    encoding: 'utf8',
    env: { ...process.env, ...NODE_SETTINGS, ...where },
  })
  const cost = JSON.parse(said) as VerifyCost
  if (!cost.isWhole) throw new Error('the seeded audit is not whole')
  return cost
}

async function measureOn(dialect: Dialect): Promise<{ rows: Row[]; verdicts: Verdict[] }> {
  const place = await makeTestPlace(dialect)
  try {
    const store = await openStore<AuditTables>({ ...place.where, migrations })
    await seedAudit(store, ROWS)
    await createAuditFeature({ store, secretBox: { digest: () => '' } }).index.catchUp()
    await store.close()
    const measured = WAYS.map((way) => {
      const { seconds, grownMiB, longestPauseMs } = verify(place, way)
      const row = (what: string, unit: string, figure: number): Row => ({
        who: `${dialect}, ${way}: ${what}`,
        unit,
        rounds: [figure],
      })
      const rows = [
        row('rows verified', '/s', ROWS / seconds),
        row('memory above that before', 'MiB', grownMiB),
      ]
      const what = `verification of ${ROWS.toLocaleString('en')} rows, ${dialect}, ${way}`
      const verdicts: Verdict[] = [
        { what: `${what}: memory above that before`, figure: grownMiB, unit: 'MiB', goal: '<= 100' },
      ]
      if (way === 'console') {
        rows.push(row('longest pause of the event loop', 'ms', longestPauseMs))
        verdicts.push({
          what: `${what}: longest pause for others`,
          figure: longestPauseMs,
          unit: 'ms',
          goal: '<= 50',
        })
      }
      return { rows, verdicts }
    })
    return {
      rows: measured.flatMap(({ rows }) => rows),
      verdicts: measured.flatMap(({ verdicts }) => verdicts),
    }
  } finally {
    await place.remove()
  }
}

/** The chain and what the pages find of it, held against each other from the first row to the last. */
export async function measure(): Promise<Result> {
  const [sqlite, postgres] = [await measureOn('sqlite'), await measureOn('postgres')]
  return {
    rows: [...sqlite.rows, ...postgres.rows],
    verdicts: [...sqlite.verdicts, ...postgres.verdicts],
  }
}
