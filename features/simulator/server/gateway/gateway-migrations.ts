import { column } from '@qd/store'
import type { Migration } from '@qd/store'

export const accountMigrations: Migration[] = [
  {
    name: 'simulator-0001-accounts',
    async up(db) {
      await db.schema
        .createTable('simulator_account')
        .addColumn('game', column.text, (c) => c.notNull())
        .addColumn('u_id', column.text, (c) => c.notNull())
        .addColumn('device_id', column.text, (c) => c.notNull())
        .addColumn('is_made', column.int32, (c) => c.notNull())
        .addColumn('noted_at', column.int53, (c) => c.notNull())
        .addPrimaryKeyConstraint('simulator_account_player', ['game', 'u_id'] as never[])
        .execute()
      await db.schema
        .createIndex('simulator_account_device')
        .on('simulator_account')
        .columns(['game', 'device_id'])
        .execute()
    },
  },
  {
    name: 'simulator-0004-account-server',
    async up(db) {
      // Where nobody wrote the server down, the game is asked who holds the device.
      await db.schema
        .alterTable('simulator_account')
        .addColumn('server_key', column.text, (c) => c.notNull().defaultTo(''))
        .execute()
    },
  },
]
