import { column } from '@qd/store'
import type { Migration } from '@qd/store'

export const playerKeyMigrations: Migration[] = [
  {
    name: 'redis-0004-player-keys',
    async up(db) {
      await db.schema
        .createTable('redis_player_keys')
        .addColumn('connection_id', column.text, (c) => c.primaryKey())
        .addColumn('line_id', column.text, (c) => c.notNull())
        .addColumn('patterns', column.text, (c) => c.notNull())
        .addColumn('revision', column.int32, (c) => c.notNull())
        .addColumn('changed_by', column.text, (c) => c.notNull())
        .addColumn('changed_at', column.int53, (c) => c.notNull())
        .execute()
    },
  },
]
