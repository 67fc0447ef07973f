import { afterEach, describe } from 'vitest'
import type { Dialect, Migration, Store } from '../src/index.ts'
import { openStoreForTest } from './open-store-for-test.ts'

type Open = <DB>() => Promise<Store<DB>>

type Body = (open: Open, dialect: Dialect) => void

function describeOn(dialects: readonly Dialect[], name: string, migrations: Migration[], body: Body): void {
  describe.each<Dialect>(dialects)(`${name} on %s`, (dialect) => {
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

/** The same tests on SQLite and on PostgreSQL; each `open()` is a fresh database, closed after its test. */
export function describeOnBothDatabases(name: string, migrations: Migration[], body: Body): void {
  describeOn(['sqlite', 'postgres'], name, migrations, body)
}

/** As above, for what leans on no database's own ways (decision 0003): `npm test` is content with SQLite. */
export function describeStored(name: string, migrations: Migration[], body: Body): void {
  describeOn(process.env.QD_TEST_RUN === 'long' ? ['sqlite', 'postgres'] : ['sqlite'], name, migrations, body)
}
