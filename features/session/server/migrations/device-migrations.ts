import { column } from '@qd/store'
import type { Migration } from '@qd/store'

export const deviceMigrations: Migration[] = [
  {
    name: '0008-known-devices',
    async up({ schema }) {
      await schema
        .createTable('known_device')
        .addColumn('id', column.text, (c) => c.primaryKey())
        .addColumn('token_hash', column.text, (c) => c.notNull().unique())
        .addColumn('user_id', column.text, (c) =>
          c.notNull().references('user_account.id').onDelete('cascade'),
        )
        .addColumn('last_used_at', column.int53, (c) => c.notNull())
        .addColumn('expires_at', column.int53, (c) => c.notNull())
        .execute()
      await schema.createIndex('known_device_user').on('known_device').column('user_id').execute()
      await schema.createIndex('known_device_expiry').on('known_device').column('expires_at').execute()
      await schema.alterTable('session').addColumn('device_id', column.text).execute()
    },
  },
]
