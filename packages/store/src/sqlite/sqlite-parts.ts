import { SqliteAdapter, SqliteIntrospector, SqliteQueryCompiler } from 'kysely'
import type { KyselyParts } from '../kysely-parts.ts'

/** Without this Kysely lets only one query at a time ask for a connection, and a read transaction blocks all. */
class ManyConnectionsAdapter extends SqliteAdapter {
  override get supportsMultipleConnections(): boolean {
    return true
  }
}

export const sqliteParts: KyselyParts = {
  adapter: new ManyConnectionsAdapter(),
  compiler: new SqliteQueryCompiler(),
  introspect: (db) => new SqliteIntrospector(db),
}
