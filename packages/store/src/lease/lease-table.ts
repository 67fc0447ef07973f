import { column } from '../column.ts'
import type { Migration } from '../store.ts'

/** Work that only one process may do at a time; `fence` grows with each new holder. Times are the database's. */
export interface LeaseTables {
  lease: { name: string; holder: string; fence: number; expires_at: number }
}

export const leaseMigrations: Migration[] = [
  {
    name: 'store-0001-lease',
    async up(db) {
      await db.schema
        .createTable('lease')
        .addColumn('name', column.text, (c) => c.primaryKey())
        .addColumn('holder', column.text, (c) => c.notNull())
        .addColumn('fence', column.int53, (c) => c.notNull())
        .addColumn('expires_at', column.int53, (c) => c.notNull())
        .execute()
    },
  },
]
