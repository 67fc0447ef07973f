import type { Migration } from '@qd/store'

/** Players whom a game found elsewhere than their uId says, after a merge. */
const movedPlayers: Migration = {
  name: 'scope-0003-moved-players',
  async up(db) {
    await db.schema
      .createTable('moved_player')
      .addColumn('game', 'text', (column) => column.notNull())
      .addColumn('platform', 'integer', (column) => column.notNull())
      .addColumn('u_id', 'text', (column) => column.notNull())
      .addColumn('s_id', 'integer', (column) => column.notNull())
      .addPrimaryKeyConstraint('moved_player_pk', ['game', 'platform', 'u_id'])
      .execute()
  },
}

export const scopeMigrations: Migration[] = [movedPlayers]
