import { join } from 'node:path'
import { openStore } from '../src/index.ts'
import type { Dialect, Migration } from '../src/index.ts'
import { makeTestPlace } from './test-place.ts'
import type { TestPlace } from './test-place.ts'

/**
 * Databases with the schema of a list of migrations, kept by this process and copied for each test: applying the
 * migrations costs more than most tests themselves.
 */
const templates = new Map<string, Promise<string>>()
const places: TestPlace[] = []
// The cluster removes its own.
process.once('exit', () => {
  for (const { dialect, remove } of places) if (dialect === 'sqlite') void remove()
})

/** Migrations of one name may differ between tests: each is known by itself. */
const serials = new WeakMap<Migration, number>()
let lastSerial = 0

function serialOf(migration: Migration): number {
  const serial = serials.get(migration) ?? (lastSerial += 1)
  serials.set(migration, serial)
  return serial
}

async function makeTemplate(dialect: Dialect, migrations: Migration[]): Promise<string> {
  const place = await makeTestPlace(dialect)
  places.push(place)
  const { dataDir, databaseUrl = '' } = place.where
  const store = await openStore({ ...place.where, migrations })
  await store.close()
  // Of a folder the database alone: lock and reserve belong to one folder.
  return dataDir === undefined ? new URL(databaseUrl).pathname.slice(1) : join(dataDir, 'quarterdeck.db')
}

/** A database of its own to which the migrations were applied. */
export async function makeMigratedPlace(dialect: Dialect, migrations: Migration[]): Promise<TestPlace> {
  const key = `${dialect} ${migrations.map(serialOf).join()}`
  const template = templates.get(key) ?? makeTemplate(dialect, migrations)
  templates.set(key, template)
  return makeTestPlace(dialect, await template)
}
