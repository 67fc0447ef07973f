import { join } from 'node:path'
import { openStore } from '@qd/store'
import { makeTestPlace } from '@qd/store/testing'
import { startScript } from '@qd/testing/children'
import fc from 'fast-check'
import { expect, onTestFinished, test } from 'vitest'
import { auditMigrations, verifyAudit } from './index.ts'
import type { AuditTables } from './index.ts'

/** How the child acknowledges a row. */
const ID = /^\d+$/
const SCRIPT = join(import.meta.dirname, 'testing/append-forever.ts')

/** Runs the child until it has acknowledged so many rows, kills it, and gives the highest acknowledged one. */
async function appendUntilKilled(dataDir: string, rows: number): Promise<number> {
  const child = startScript(SCRIPT, [dataDir])
  onTestFinished(() => void child.kill())
  await child.says(ID, rows)
  await child.kill()
  return Math.max(...child.lines.filter((line) => ID.test(line)).map(Number))
}

test('[T25] kill -9 at any moment loses no acknowledged row and leaves the chain whole', async () => {
  const place = await makeTestPlace('sqlite')
  const dataDir = place.where.dataDir!
  let before = 0
  for (const rows of fc.sample(fc.integer({ min: 1, max: 400 }), { seed: 20261121, numRuns: 8 })) {
    const acknowledged = await appendUntilKilled(dataDir, rows)
    const store = await openStore<AuditTables>({ dataDir, migrations: auditMigrations })
    const verdict = await verifyAudit(store)
    await store.close()
    expect(verdict).toMatchObject({ ok: true })
    const kept = verdict.ok ? verdict.rows : 0
    expect(kept).toBeGreaterThanOrEqual(acknowledged)
    expect(acknowledged).toBeGreaterThan(before)
    before = acknowledged
  }
  await place.remove()
})
