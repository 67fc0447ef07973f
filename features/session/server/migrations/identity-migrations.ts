import { column } from '@qd/store'
import type { Migration } from '@qd/store'
import type { Kysely } from 'kysely'
import { searchText } from '../accounts/list-accounts.ts'
import type { SessionTables } from '../session-tables.ts'

/** Invitations, second factors, kinds of sessions, API tokens and the identity provider. */
export const identityMigrations: Migration[] = [
  {
    name: '0003-invitations-and-second-factor',
    async up(db) {
      const { schema } = db
      await schema
        .alterTable('user_account')
        .addColumn('search', column.text, (c) => c.notNull().defaultTo(''))
        .execute()
      const accounts = (db as Kysely<SessionTables>)
        .selectFrom('user_account')
        .select(['id', 'username', 'name', 'department'])
      for (const { id, ...account } of await accounts.execute()) {
        await (db as Kysely<SessionTables>)
          .updateTable('user_account')
          .set({ search: searchText(account) })
          .where('id', '=', id)
          .execute()
      }
      await schema
        .alterTable('user_account')
        .addColumn('invited', column.int32, (c) => c.notNull().defaultTo(0))
        .execute()
      await schema
        .alterTable('user_account')
        .addColumn('must_use_second_factor', column.int32, (c) => c.notNull().defaultTo(0))
        .execute()
      await schema
        .createTable('one_time_link')
        .addColumn('user_id', column.text, (c) =>
          c.primaryKey().references('user_account.id').onDelete('cascade'),
        )
        .addColumn('code_hash', column.text, (c) => c.notNull().unique())
        .addColumn('expires_at', column.int53, (c) => c.notNull())
        .execute()
      await schema
        .createTable('second_factor')
        .addColumn('user_id', column.text, (c) =>
          c.primaryKey().references('user_account.id').onDelete('cascade'),
        )
        .addColumn('secret', column.text, (c) => c.notNull())
        .addColumn('last_step', column.int53, (c) => c.notNull())
        .addColumn('confirmed_at', column.int53)
        .execute()
      await schema
        .createTable('recovery_code')
        .addColumn('user_id', column.text, (c) =>
          c.notNull().references('user_account.id').onDelete('cascade'),
        )
        .addColumn('code_hash', column.text, (c) => c.notNull())
        .addPrimaryKeyConstraint('recovery_code_key', ['user_id', 'code_hash'])
        .execute()
    },
  },
  {
    name: '0004-session-kinds-and-api-tokens',
    async up({ schema }) {
      for (const [name, initial] of [
        ['kind', 'full'],
        ['user_agent', ''],
        ['label', ''],
      ] as const) {
        await schema
          .alterTable('session')
          .addColumn(name, column.text, (c) => c.notNull().defaultTo(initial))
          .execute()
      }
      await schema.alterTable('session').addColumn('second_factor_at', column.int53).execute()
      await schema.alterTable('session').addColumn('parent_id', column.text).execute()
      await schema.alterTable('session').addColumn('limits', column.text).execute()
      await schema.createIndex('session_parent').on('session').column('parent_id').execute()
      await schema
        .createTable('api_token')
        .addColumn('id', column.text, (c) => c.primaryKey())
        .addColumn('token_hash', column.text, (c) => c.notNull().unique())
        .addColumn('user_id', column.text, (c) =>
          c.notNull().references('user_account.id').onDelete('cascade'),
        )
        .addColumn('name', column.text, (c) => c.notNull())
        .addColumn('limits', column.text, (c) => c.notNull())
        .addColumn('created_at', column.int53, (c) => c.notNull())
        .addColumn('expires_at', column.int53, (c) => c.notNull())
        .addColumn('last_used_at', column.int53)
        .addColumn('revoked_at', column.int53)
        .execute()
      await schema.createIndex('api_token_user').on('api_token').column('user_id').execute()
    },
  },
  {
    name: '0005-identity-provider',
    async up({ schema }) {
      await schema
        .createTable('external_identity')
        .addColumn('issuer', column.text, (c) => c.notNull())
        .addColumn('subject', column.text, (c) => c.notNull())
        .addColumn('user_id', column.text, (c) =>
          c.notNull().unique().references('user_account.id').onDelete('cascade'),
        )
        .addColumn('linked_at', column.int53, (c) => c.notNull())
        .addPrimaryKeyConstraint('external_identity_key', ['issuer', 'subject'])
        .execute()
      await schema
        .createTable('oidc_transaction')
        .addColumn('state_hash', column.text, (c) => c.primaryKey())
        .addColumn('browser_hash', column.text, (c) => c.notNull())
        .addColumn('nonce', column.text, (c) => c.notNull())
        .addColumn('verifier', column.text, (c) => c.notNull())
        .addColumn('link_hash', column.text)
        .addColumn('redirect', column.text, (c) => c.notNull())
        .addColumn('expires_at', column.int53, (c) => c.notNull())
        .execute()
      await schema
        .createTable('oidc_handover')
        .addColumn('code_hash', column.text, (c) => c.primaryKey())
        .addColumn('browser_hash', column.text, (c) => c.notNull())
        .addColumn('user_id', column.text, (c) =>
          c.notNull().references('user_account.id').onDelete('cascade'),
        )
        .addColumn('expires_at', column.int53, (c) => c.notNull())
        .execute()
    },
  },
  {
    name: '0006-void-links',
    async up({ schema }) {
      await schema.alterTable('one_time_link').addColumn('voided_at', column.int53).execute()
    },
  },
]
