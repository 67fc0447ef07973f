import { skeletonsOf } from '@qd/look-alikes'
import { column } from '@qd/store'
import type { Migration } from '@qd/store'
import type { Kysely } from 'kysely'
import { writeLooks } from '../accounts/new-name.ts'
import type { SessionTables } from '../session-tables.ts'

export const nameMigrations: Migration[] = [
  {
    name: '0007-looks-of-user-names',
    async up(db) {
      await db.schema
        .createTable('username_look')
        .addColumn('look', column.text, (c) => c.primaryKey())
        .addColumn('user_id', column.text, (c) =>
          c.notNull().references('user_account.id').onDelete('cascade'),
        )
        .execute()
      const tables = db as Kysely<SessionTables>
      // Names that look alike already stay in use: the older account has the look, no third one gets it.
      const accounts = tables
        .selectFrom('user_account')
        .select(['id', 'username'])
        .orderBy('created_at')
        .orderBy('id')
      for (const { id, username } of await accounts.execute()) {
        await writeLooks(tables, id, skeletonsOf(username))
      }
    },
  },
]
