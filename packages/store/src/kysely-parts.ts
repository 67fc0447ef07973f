import type { DatabaseIntrospector, DialectAdapter, Driver, Kysely, QueryCompiler } from 'kysely'

/** What Kysely needs to speak one dialect, apart from the connections. */
export interface KyselyParts {
  adapter: DialectAdapter
  compiler: QueryCompiler
  introspect(db: Kysely<unknown>): DatabaseIntrospector
}

/** A Kysely dialect from its parts and the driver that hands out connections. */
export function dialectOf(parts: KyselyParts, driver: Driver) {
  return {
    createDriver: () => driver,
    createAdapter: () => parts.adapter,
    createQueryCompiler: () => parts.compiler,
    createIntrospector: (db: Kysely<unknown>) => parts.introspect(db),
  }
}
