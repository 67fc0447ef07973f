import { column } from '@qd/store'
import type { Migration } from '@qd/store'

export const interfaceSettingsMigrations: Migration[] = [
  {
    name: '0001-preferences-and-presets',
    async up({ schema }) {
      await schema
        .createTable('preference')
        .addColumn('user_id', column.text, (c) => c.notNull())
        .addColumn('key', column.text, (c) => c.notNull())
        .addColumn('value', column.text, (c) => c.notNull())
        .addColumn('at', column.int53, (c) => c.notNull())
        .addPrimaryKeyConstraint('preference_pk', ['user_id', 'key'])
        .execute()
      await schema
        .createTable('filter_preset')
        .addColumn('id', column.text, (c) => c.primaryKey())
        .addColumn('owner_id', column.text, (c) => c.notNull())
        .addColumn('owner_name', column.text, (c) => c.notNull())
        .addColumn('page', column.text, (c) => c.notNull())
        .addColumn('name', column.text, (c) => c.notNull())
        .addColumn('filter', column.text, (c) => c.notNull())
        .addColumn('shared', column.int32, (c) => c.notNull())
        .addColumn('at', column.int53, (c) => c.notNull())
        .addUniqueConstraint('filter_preset_name', ['owner_id', 'page', 'name'])
        .execute()
      await schema.createIndex('filter_preset_page').on('filter_preset').columns(['page', 'shared']).execute()
    },
  },
]
