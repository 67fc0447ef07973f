import { column } from '@qd/store'
import type { Migration } from '@qd/store'

export const menuMigrations: Migration[] = [
  {
    name: '0001-menu',
    async up(db) {
      await db.schema
        .createTable('menu_link')
        .addColumn('id', column.text, (c) => c.primaryKey())
        .addColumn('place', column.text, (c) => c.notNull())
        .addColumn('name', column.text, (c) => c.notNull())
        .addColumn('url', column.text, (c) => c.notNull())
        .addColumn('target', column.text, (c) => c.notNull())
        .addColumn('game', column.text, (c) => c.notNull())
        .addColumn('operator', column.text, (c) => c.notNull())
        .addColumn('roles', column.text, (c) => c.notNull())
        .addColumn('position', column.int32, (c) => c.notNull())
        .addColumn('version', column.int32, (c) => c.notNull())
        .execute()
      await db.schema
        .createTable('menu_project')
        .addColumn('id', column.text, (c) => c.primaryKey())
        .addColumn('ident', column.text, (c) => c.notNull())
        .addColumn('name', column.text, (c) => c.notNull())
        .addColumn('game', column.text, (c) => c.notNull())
        .addColumn('operator', column.text, (c) => c.notNull())
        .addColumn('entries', column.text, (c) => c.notNull())
        .addColumn('position', column.int32, (c) => c.notNull())
        .addColumn('version', column.int32, (c) => c.notNull())
        .execute()
    },
  },
]
