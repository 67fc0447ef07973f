import { openStore } from '../src/index.ts'
import type { Dialect, Migration, Store, StoreOptions } from '../src/index.ts'
import { makeMigratedPlace } from './template-database.ts'

type TestOptions = Pick<StoreOptions, 'maxWriteMs' | 'onBroadcastLost'>

/** A store on a database of its own with this schema, which `close` removes. */
export async function openStoreForTest<DB>(
  dialect: Dialect,
  migrations: Migration[],
  options: TestOptions = {},
): Promise<Store<DB>> {
  const place = await makeMigratedPlace(dialect, migrations)
  const store = await openStore<DB>({ ...options, ...place.where, migrations })
  const closeStore = store.close.bind(store)
  return Object.assign(store, {
    close: async () => {
      await closeStore()
      await place.remove()
    },
  })
}
