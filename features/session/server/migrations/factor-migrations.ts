import { column } from '@qd/store'
import type { Migration } from '@qd/store'

export const factorMigrations: Migration[] = [
  {
    name: 'session-0011-factor-at-sign-in',
    async up({ schema }) {
      await schema
        .alterTable('second_factor')
        .addColumn('asked_at_sign_in', column.int32, (c) => c.notNull().defaultTo(1))
        .execute()
    },
  },
]
