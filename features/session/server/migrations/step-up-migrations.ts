import { column } from '@qd/store'
import type { Migration } from '@qd/store'

export const stepUpMigrations: Migration[] = [
  {
    name: 'session-0009-step-up',
    async up({ schema }) {
      await schema
        .createTable('step_up_proof')
        .addColumn('session_id', column.text, (c) => c.notNull().references('session.id').onDelete('cascade'))
        .addColumn('action', column.text, (c) => c.notNull())
        .addColumn('user_id', column.text, (c) =>
          c.notNull().references('user_account.id').onDelete('cascade'),
        )
        .addColumn('way', column.text, (c) => c.notNull())
        .addColumn('given_at', column.int53, (c) => c.notNull())
        .addColumn('expires_at', column.int53, (c) => c.notNull())
        .addPrimaryKeyConstraint('step_up_proof_key', ['session_id', 'action'])
        .execute()
      await schema.createIndex('step_up_proof_expiry').on('step_up_proof').column('expires_at').execute()
      await schema
        .alterTable('second_factor')
        .addColumn('step_up_step', column.int53, (c) => c.notNull().defaultTo(0))
        .execute()
      await schema
        .alterTable('api_token')
        .addColumn('acts_alone', column.int32, (c) => c.notNull().defaultTo(0))
        .execute()
      await schema.alterTable('oidc_transaction').addColumn('step_up_session', column.text).execute()
      await schema.alterTable('oidc_transaction').addColumn('step_up_action', column.text).execute()
    },
  },
]
