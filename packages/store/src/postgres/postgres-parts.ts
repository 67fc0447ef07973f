import { PostgresAdapter, PostgresIntrospector, PostgresQueryCompiler } from 'kysely'
import type { BinaryOperationNode } from 'kysely'
import { emptyListCondition } from '../empty-list.ts'
import type { KyselyParts } from '../kysely-parts.ts'

class Compiler extends PostgresQueryCompiler {
  protected override visitBinaryOperation(node: BinaryOperationNode): void {
    const condition = emptyListCondition(node)
    if (condition === null) super.visitBinaryOperation(node)
    else this.append(condition)
  }
}

export const postgresParts: KyselyParts = {
  adapter: new PostgresAdapter(),
  compiler: new Compiler(),
  introspect: (db) => new PostgresIntrospector(db),
}
