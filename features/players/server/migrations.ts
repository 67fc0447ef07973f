import { column } from '@qd/store'
import type { Migration } from '@qd/store'

export const playersMigrations: Migration[] = [
  {
    name: '0001-recent-player',
    async up(db) {
      await db.schema
        .createTable('recent_player')
        .addColumn('user_id', column.text, (c) => c.notNull())
        .addColumn('game', column.text, (c) => c.notNull())
        .addColumn('u_id', column.text, (c) => c.notNull())
        .addColumn('name', column.text, (c) => c.notNull())
        .addColumn('level', column.int32, (c) => c.notNull())
        .addColumn('s_id', column.int32, (c) => c.notNull())
        .addColumn('line_id', column.text, (c) => c.notNull())
        .addColumn('at', column.int53, (c) => c.notNull())
        .addPrimaryKeyConstraint('recent_player_pk', ['user_id', 'game', 'u_id'])
        .execute()
    },
  },
]
