import { column } from '@qd/store'
import type { Migration } from '@qd/store'

export const updateMigrations: Migration[] = [
  {
    name: 'system-0001-updates',
    async up(db) {
      await db.schema
        .createTable('console_update')
        .addColumn('id', column.text, (c) => c.primaryKey())
        .addColumn('ignored', column.text, (c) => c.notNull())
        .addColumn('told', column.text, (c) => c.notNull())
        .addColumn('checked_at', column.int53)
        .addColumn('published_at', column.int53, (c) => c.notNull())
        .addColumn('found', column.text, (c) => c.notNull())
        .addColumn('fault', column.text, (c) => c.notNull())
        .addColumn('file', column.text, (c) => c.notNull())
        .addColumn('work', column.text, (c) => c.notNull())
        .addColumn('token', column.text, (c) => c.notNull())
        .addColumn('until', column.int53, (c) => c.notNull())
        .addColumn('done', column.int53, (c) => c.notNull())
        .execute()
    },
  },
]
