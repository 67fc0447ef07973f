import { afterEach, describe } from 'vitest'
import type { Dialect, Migration, Store } from '../src/index.ts'
import { openStoreForTest } from './open-store-for-test.ts'

type Open = <DB>() => Promise<Store<DB>>

/** The same tests on SQLite and on PostgreSQL; each `open()` is a fresh database, closed after its test. */
export function describeOnBothDatabases(
  name: string,
  migrations: Migration[],
  body: (open: Open, dialect: Dialect) => void,
): void {
  describe.each<Dialect>(['sqlite', 'postgres'])(`${name} on %s`, (dialect) => {
    const opened: { close(): Promise<void> }[] = []
    afterEach(async () => {
      await Promise.all(opened.splice(0).map((store) => store.close()))
    })
    body(async <DB>() => {
      const store = await openStoreForTest<DB>(dialect, migrations)
      opened.push(store)
      return store
    }, dialect)
  })
}
