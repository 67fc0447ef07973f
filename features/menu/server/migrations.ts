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
  {
    name: '0002-link-networks',
    async up(db) {
      for (const name of ['allow_private', 'allow_loopback']) {
        await db.schema
          .alterTable('menu_link')
          .addColumn(name, column.int32, (c) => c.notNull().defaultTo(0))
          .execute()
      }
    },
  },
]
