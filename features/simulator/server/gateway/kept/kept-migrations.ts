import { column } from '@qd/store'
import type { Migration } from '@qd/store'

const TEXTS = ['user_id', 'line_id', 'name', 'title', 'record_id', 'u_id', 'node_id', 'node_name']
const NUMBERS = ['frames', 'bytes', 'kept_at']

export const keptMigrations: Migration[] = [
  {
    name: 'simulator-0006-kept',
    async up(db) {
      let kept = db.schema.createTable('simulator_kept').addColumn('id', column.text, (c) => c.primaryKey())
      for (const each of TEXTS) kept = kept.addColumn(each, column.text, (c) => c.notNull())
      for (const each of NUMBERS) kept = kept.addColumn(each, column.int53, (c) => c.notNull())
      await kept
        .addColumn('s_id', column.int53)
        .addUniqueConstraint('simulator_kept_name', ['user_id', 'line_id', 'name'] as never[])
        .execute()
    },
  },
  {
    name: 'simulator-0007-kept-definition',
    async up(db) {
      await db.schema
        .alterTable('simulator_kept')
        .addColumn('definition_hash', column.text, (c) => c.notNull().defaultTo(''))
        .execute()
    },
  },
]
