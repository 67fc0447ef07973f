import { column } from '@qd/store'
import type { Migration } from '@qd/store'
import type { Kysely } from 'kysely'
import type { SessionTables } from '../session-tables.ts'

export const peopleMigrations: Migration[] = [
  {
    name: 'session-0010-people',
    async up(db) {
      await db.schema
        .alterTable('user_account')
        .addColumn('person_id', column.text, (c) => c.notNull().defaultTo(''))
        .execute()
      // Each account is a person of its own until somebody says otherwise.
      await (db as Kysely<SessionTables>)
        .updateTable('user_account')
        .set((eb) => ({ person_id: eb.ref('id') }))
        .execute()
      await db.schema.createIndex('user_account_person').on('user_account').column('person_id').execute()
    },
  },
]
