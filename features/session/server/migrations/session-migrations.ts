import { column } from '@qd/store'
import type { Migration } from '@qd/store'
import { deviceMigrations } from './device-migrations.ts'
import { identityMigrations } from './identity-migrations.ts'
import { nameMigrations } from './name-migrations.ts'
import { peopleMigrations } from './people-migrations.ts'
import { factorMigrations } from './factor-migrations.ts'
import { stepUpMigrations } from './step-up-migrations.ts'

export const sessionMigrations: Migration[] = [
  {
    name: '0001-accounts-and-sessions',
    async up({ schema }) {
      await schema
        .createTable('user_account')
        .addColumn('id', column.text, (c) => c.primaryKey())
        .addColumn('username', column.text, (c) => c.notNull())
        .addColumn('username_lower', column.text, (c) => c.notNull().unique())
        .addColumn('name', column.text, (c) => c.notNull())
        .addColumn('department', column.text, (c) => c.notNull())
        .addColumn('phone', column.text, (c) => c.notNull())
        .addColumn('sex', column.text, (c) => c.notNull())
        .addColumn('level', column.int32, (c) => c.notNull())
        .addColumn('password_hash', column.text, (c) => c.notNull())
        .addColumn('disabled', column.int32, (c) => c.notNull())
        .addColumn('created_at', column.int53, (c) => c.notNull())
        .addColumn('last_login_at', column.int53)
        .addColumn('password_changed_at', column.int53, (c) => c.notNull())
        .execute()
      await schema
        .createTable('session')
        .addColumn('id', column.text, (c) => c.primaryKey())
        .addColumn('token_hash', column.text, (c) => c.notNull().unique())
        .addColumn('user_id', column.text, (c) =>
          c.notNull().references('user_account.id').onDelete('cascade'),
        )
        .addColumn('created_at', column.int53, (c) => c.notNull())
        .addColumn('last_seen_at', column.int53, (c) => c.notNull())
        .addColumn('expires_at', column.int53, (c) => c.notNull())
        .addColumn('address', column.text, (c) => c.notNull())
        .addColumn('revoked_at', column.int53)
        .addColumn('revoked_reason', column.text)
        .execute()
      await schema.createIndex('session_user').on('session').column('user_id').execute()
      await schema.createIndex('session_expiry').on('session').column('expires_at').execute()
    },
  },
  {
    name: '0002-login-throttle-tickets-setup',
    async up({ schema }) {
      await schema
        .createTable('login_throttle')
        .addColumn('key', column.text, (c) => c.primaryKey())
        .addColumn('failures', column.text, (c) => c.notNull())
        .addColumn('expires_at', column.int53, (c) => c.notNull())
        .execute()
      await schema.createIndex('login_throttle_expiry').on('login_throttle').column('expires_at').execute()
      await schema
        .createTable('live_ticket')
        .addColumn('ticket_hash', column.text, (c) => c.primaryKey())
        .addColumn('session_id', column.text, (c) => c.notNull())
        .addColumn('expires_at', column.int53, (c) => c.notNull())
        .execute()
      await schema
        .createTable('setup_code')
        .addColumn('id', column.int32, (c) => c.primaryKey())
        .addColumn('code_hash', column.text, (c) => c.notNull())
        .addColumn('created_at', column.int53, (c) => c.notNull())
        .execute()
    },
  },
  ...identityMigrations,
  ...nameMigrations,
  ...deviceMigrations,
  ...stepUpMigrations,
  ...peopleMigrations,
  ...factorMigrations,
]
