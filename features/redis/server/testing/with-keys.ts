import { openStoreForTest } from '@qd/store/testing'
import { startRedis } from '@qd/testing'
import { redisBinMigrations } from '../bin/bin-migrations.ts'
import type { ConnectionInfo } from '../guard/redis-database.ts'
import type { BinTables } from '../bin/bin-tables.ts'
import { keysDesk } from './keys-desk.ts'
import { plainDatabase } from './plain-database.ts'

/** A real Redis with these settings and the calls about its keys; `close` ends both. */
export async function startKeys(settings: readonly string[] = [], connection: Partial<ConnectionInfo> = {}) {
  const redis = await startRedis(settings)
  const database = plainDatabase(redis.port, connection)
  const store = await openStoreForTest<BinTables>('sqlite', redisBinMigrations)
  const desk = keysDesk(store, () => database)
  return {
    ...desk,
    redis,
    store,
    database,
    run: (...args: (string | Buffer)[]) => database.run(args),
    text: async (...args: (string | Buffer)[]) => String(await database.run(args)),
    async close() {
      database.close()
      await desk.app.close()
      await store.close()
      await redis.stop()
    },
  }
}
