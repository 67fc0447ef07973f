import type { Kysely } from 'kysely'
import type { StoreEngine } from './store-engine.ts'
import { StoreError } from './store-error.ts'
import type { Store, StoreOptions } from './store.ts'
import { assertNotInsideWrite } from './write-scope.ts'

/** Opens the database, applies the missing migrations under a lock, and gives the store. Throws StoreError. */
export async function openStore<DB>(options: StoreOptions): Promise<Store<DB>> {
  const engine = await openEngine(options)
  if (options.onBroadcastLost) engine.broadcast.onLost(options.onBroadcastLost)
  return storeOn<DB>(engine, options.maxWriteMs ?? 0)
}

/** A console has one database: the program of the other one is not loaded. */
async function openEngine(options: StoreOptions): Promise<StoreEngine> {
  const { databaseUrl, dataDir } = options
  if (databaseUrl !== undefined) {
    const { openPostgres } = await import('./postgres/open-postgres.ts')
    return openPostgres({ ...options, databaseUrl })
  }
  if (dataDir !== undefined) {
    const { openSqlite } = await import('./sqlite/open-sqlite.ts')
    return openSqlite({ ...options, dataDir })
  }
  throw new StoreError('store_misuse', 'openStore needs databaseUrl or dataDir.')
}

function storeOn<DB>(engine: StoreEngine, maxWriteMs: number | (() => number)): Store<DB> {
  const limitMs = typeof maxWriteMs === 'number' ? () => maxWriteMs : maxWriteMs
  const closing: { promise?: Promise<void> } = {}
  const store: Store<DB> = {
    dialect: engine.dialect,
    read: engine.read as unknown as Kysely<DB>,
    broadcast: engine.broadcast,
    statement: (text) => engine.statement(text),
    write: async (fn, options) => {
      assertNotInsideWrite()
      return engine.write((tx) => fn(tx as unknown as Kysely<DB>), { ...options, limitMs: limitMs() })
    },
    as: <Other>() => store as unknown as Store<Other>,
    condition: () => engine.condition(),
    ping: () => engine.ping(),
    close: () => (closing.promise ??= engine.close()),
  }
  return store
}
