import type { Kysely } from 'kysely'

/**
 * A transaction as one part of the console hands it to another, which sees its own tables in it: name them before use,
 * `const db: Kysely<OwnTables> = tx`.
 */
// eslint-disable-next-line typescript/no-explicit-any -- each part knows its own tables and no others
export type AnyTx = Kysely<any>
