import { column } from '@qd/store'
import type { Migration } from '@qd/store'

const TEXTS = ['line_id', 'connection_id', 'readable', 'by_id', 'by_name', 'head', 'content']

export const analysisMigrations: Migration[] = [
  {
    name: 'redis-0005-analyses',
    async up(db) {
      let table = db.schema.createTable('redis_analysis').addColumn('id', column.text, (c) => c.primaryKey())
      for (const each of TEXTS) table = table.addColumn(each, column.text, (c) => c.notNull())
      for (const each of ['started_at', 'until_at']) {
        table = table.addColumn(each, column.int53, (c) => c.notNull())
      }
      await table.addColumn('db', column.int32, (c) => c.notNull()).execute()
      await db.schema
        .createIndex('redis_analysis_database')
        .on('redis_analysis')
        .columns(['connection_id', 'db', 'started_at'])
        .execute()
      await db.schema.createIndex('redis_analysis_until').on('redis_analysis').column('until_at').execute()
    },
  },
]
