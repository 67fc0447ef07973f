import type { Generated } from 'kysely'
import type { Migration } from '../src/index.ts'

/** The tables these tests play with. */
export interface TestTables {
  account: { id: string; balance: number; note: string | null }
  entry: { id: Generated<string>; account_id: string; amount: number }
}

export const accountMigrations: Migration[] = [
  {
    name: '0001-account',
    async up(db) {
      await db.schema
        .createTable('account')
        .addColumn('id', 'text', (column) => column.primaryKey())
        .addColumn('balance', 'bigint', (column) => column.notNull())
        .addColumn('note', 'text')
        .execute()
    },
  },
  {
    name: '0002-entry',
    async up(db) {
      await db.schema
        .createTable('entry')
        .addColumn('id', 'text', (column) => column.primaryKey())
        .addColumn('account_id', 'text', (column) => column.notNull().references('account.id'))
        .addColumn('amount', 'integer', (column) => column.notNull())
        .execute()
    },
  },
]
