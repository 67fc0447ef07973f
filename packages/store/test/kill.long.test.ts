import { join } from 'node:path'
import { startScript } from '@qd/testing/children'
import { sql } from 'kysely'
import { describe, expect, onTestFinished, test } from 'vitest'
import { count, openStore } from '../src/index.ts'
import type { Dialect } from '../src/index.ts'
import { makeTestPlace } from '../testing/index.ts'
import { accountMigrations } from './accounts.ts'
import type { TestTables } from './accounts.ts'

const ROUNDS = 8
/** How the writer acknowledges. */
const ID = /^\d+$/

/** Kills the writer after so many acknowledgements; resolves with all it acknowledged. */
async function writeUntilKilled(place: string, firstId: number, killAfter: number): Promise<string[]> {
  const writer = startScript(join(import.meta.dirname, 'write-loop.ts'), [place, String(firstId)])
  onTestFinished(() => void writer.kill())
  await writer.says(ID, killAfter)
  await writer.kill()
  return writer.lines.filter((line) => ID.test(line))
}

describe.each<Dialect>(['sqlite', 'postgres'])('kill -9 on %s', (dialect) => {
  test('[store.durable] loses nothing acknowledged and leaves nothing half done', async () => {
    const place = await makeTestPlace(dialect)
    const target = place.where.dataDir ?? place.where.databaseUrl ?? ''
    const acknowledged: string[] = []
    for (let round = 0; round < ROUNDS; round++) {
      const killAfter = 1 + ((round * 37) % 100)
      acknowledged.push(...(await writeUntilKilled(target, round * 1_000_000, killAfter)))
      const store = await openStore<TestTables>({ ...place.where, migrations: accountMigrations })
      const rows = await store.read.selectFrom('account').select('id').execute()
      const found = new Set(rows.map((row) => row.id))
      expect(acknowledged.filter((id) => !found.has(id))).toEqual([])
      expect(await count(store.read, 'entry')).toBe(rows.length)
      if (dialect === 'sqlite') {
        const check = await sql`pragma integrity_check`.execute(store.read)
        expect(check.rows).toEqual([{ integrity_check: 'ok' }])
      }
      await store.close()
    }
    expect(acknowledged.length).toBeGreaterThanOrEqual(ROUNDS)
    await place.remove()
  })
})
