import { column } from '@qd/store'
import type { Migration } from '@qd/store'

export const definitionMigrations: Migration[] = [
  {
    name: 'simulator-0003-definitions',
    async up(db) {
      await db.schema
        .createTable('simulator_definition')
        .addColumn('hash', column.text, (c) => c.primaryKey())
        .addColumn('content', column.text, (c) => c.notNull())
        .addColumn('bytes', column.int32, (c) => c.notNull())
        .addColumn('messages', column.int32, (c) => c.notNull())
        .addColumn('enums', column.int32, (c) => c.notNull())
        .addColumn('commands', column.int32, (c) => c.notNull())
        .addColumn('kept_at', column.int53, (c) => c.notNull())
        .execute()
      await db.schema
        .createTable('simulator_definition_seen')
        .addColumn('server_key', column.text, (c) => c.notNull())
        .addColumn('hash', column.text, (c) => c.notNull())
        .addColumn('game', column.text, (c) => c.notNull())
        .addColumn('first_at', column.int53, (c) => c.notNull())
        .addColumn('first_by', column.text, (c) => c.notNull())
        .addColumn('last_at', column.int53, (c) => c.notNull())
        .addColumn('previous', column.text, (c) => c.notNull())
        .addColumn('changes', column.int32, (c) => c.notNull())
        .addColumn('breaking', column.int32, (c) => c.notNull())
        .addPrimaryKeyConstraint('simulator_definition_seen_pk', ['server_key', 'hash'])
        .execute()
      await db.schema
        .createIndex('simulator_definition_of_game')
        .on('simulator_definition_seen')
        .columns(['game', 'last_at'])
        .execute()
    },
  },
]
