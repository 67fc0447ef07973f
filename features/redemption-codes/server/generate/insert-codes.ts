import type { Statement, Store } from '@qd/store'
import type { Kysely } from 'kysely'
import type { CodeRow, CodeTables } from '../code-tables.ts'

export type NewCode = Pick<CodeRow, 'digest' | 'last4' | 'n'>
/** Rows of the statement that is prepared once. */
const ROWS = 250
const COLUMNS = 4

function textOf(mark: (at: number) => string): string {
  const row = (at: number) =>
    `(${Array.from({ length: COLUMNS }, (_, column) => mark(at * COLUMNS + column)).join(', ')})`
  const rows = Array.from({ length: ROWS }, (_, at) => row(at)).join(', ')
  return `insert into code (digest, batch, last4, n) values ${rows} on conflict do nothing returning n`
}

/** Inserts codes and gives the numbers of those that were new; building each query anew would take longer than running it. */
export function createCodeInserter(store: Store<CodeTables>) {
  const statement: Statement<readonly unknown[], { n: number }> = store.statement({
    sqlite: textOf(() => '?'),
    postgres: textOf((at) => `$${at + 1}`),
  })
  return async (tx: Kysely<CodeTables>, batch: number, codes: readonly NewCode[]): Promise<Set<number>> => {
    const taken = new Set<number>()
    for (let at = 0; at < codes.length; at += ROWS) {
      const part = codes.slice(at, at + ROWS)
      const rows =
        part.length === ROWS
          ? await statement.all(
              tx,
              part.flatMap(({ digest, last4, n }) => [digest, batch, last4, n]),
            )
          : await tx
              .insertInto('code')
              .values(part.map((code) => ({ ...code, batch, used: 0, is_void: 0 })))
              .onConflict((conflict) => conflict.doNothing())
              .returning('n')
              .execute()
      for (const { n } of rows) taken.add(n)
    }
    return taken
  }
}
