import { column } from '@qd/store'
import type { Migration } from '@qd/store'

const TEXTS = ['line_id', 'name', 'config', 'secrets', 'password_env', 'changed_by']
const NUMBERS = ['is_managed', 'position', 'revision']

export const connectionMigrations: Migration[] = [
  {
    name: 'redis-0001-connections',
    async up(db) {
      let connection = db.schema
        .createTable('redis_connection')
        .addColumn('id', column.text, (c) => c.primaryKey())
      for (const each of TEXTS) connection = connection.addColumn(each, column.text, (c) => c.notNull())
      for (const each of NUMBERS) connection = connection.addColumn(each, column.int32, (c) => c.notNull())
      await connection.addColumn('changed_at', column.int53, (c) => c.notNull()).execute()
      // Two saves at once both find the name free; the second one fails here.
      await db.schema
        .createIndex('redis_connection_name')
        .unique()
        .on('redis_connection')
        .columns(['line_id', 'name'])
        .execute()
    },
  },
]
