import { column } from '@qd/store'
import type { Migration } from '@qd/store'

const TEXTS = ['line_id', 'connection_id', 'key', 'search', 'type', 'action', 'by_name', 'payload']
const TIMES = ['bytes', 'ttl_ms', 'kept_at', 'until_at', 'restored_at']

export const redisBinMigrations: Migration[] = [
  {
    name: 'redis-0002-bin',
    async up(db) {
      let bin = db.schema.createTable('redis_bin').addColumn('id', column.text, (c) => c.primaryKey())
      for (const each of TEXTS) bin = bin.addColumn(each, column.text, (c) => c.notNull())
      for (const each of TIMES) bin = bin.addColumn(each, column.int53, (c) => c.notNull())
      await bin.addColumn('db', column.int32, (c) => c.notNull()).execute()
      await db.schema
        .createIndex('redis_bin_connection')
        .on('redis_bin')
        .columns(['connection_id', 'db', 'kept_at'])
        .execute()
      await db.schema.createIndex('redis_bin_until').on('redis_bin').column('until_at').execute()
    },
  },
]
