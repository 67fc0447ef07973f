import { SqliteAdapter, SqliteIntrospector, SqliteQueryCompiler } from 'kysely'
import type { BinaryOperationNode } from 'kysely'
import { emptyListCondition } from '../empty-list.ts'
import type { KyselyParts } from '../kysely-parts.ts'

/** Without this Kysely lets only one query at a time ask for a connection, and a read transaction blocks all. */
class ManyConnectionsAdapter extends SqliteAdapter {
  override get supportsMultipleConnections(): boolean {
    return true
  }
}

class Compiler extends SqliteQueryCompiler {
  protected override visitBinaryOperation(node: BinaryOperationNode): void {
    const condition = emptyListCondition(node)
    if (condition === null) super.visitBinaryOperation(node)
    else this.append(condition)
  }
}

export const sqliteParts: KyselyParts = {
  adapter: new ManyConnectionsAdapter(),
  compiler: new Compiler(),
  introspect: (db) => new SqliteIntrospector(db),
}
