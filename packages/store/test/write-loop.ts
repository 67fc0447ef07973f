import { openStore } from '../src/index.ts'
import { accountMigrations } from './accounts.ts'
import type { TestTables } from './accounts.ts'

/**
 * A process to kill: `node write-loop.ts <dataDir or database URL> [first id]` writes pairs of rows, eight at a time, and
 * prints each id once its write has been acknowledged.
 */
const [place = '', firstId = '0'] = process.argv.slice(2)
const where = place.includes('://') ? { databaseUrl: place } : { dataDir: place }
const store = await openStore<TestTables>({ ...where, migrations: accountMigrations })
let nextId = Number(firstId)

async function writeForEver(): Promise<never> {
  for (;;) {
    const id = String(nextId++)
    await store.write(async (tx) => {
      await tx.insertInto('account').values({ id, balance: 1, note: null }).execute()
      await tx.insertInto('entry').values({ id, account_id: id, amount: 1 }).execute()
    })
    process.stdout.write(`${id}\n`)
  }
}

await Promise.all(Array.from({ length: 8 }, writeForEver))
