import { column } from '@qd/store'
import type { Migration } from '@qd/store'

const TEXTS = ['line_id', 'key_pattern', 'field_pattern', 'view', 'changed_by']
const LAYOUT_TEXTS = ['line_id', 'name', 'layout', 'changed_by']
const DECODER_TEXTS = ['line_id', 'name', 'module', 'sha256', 'changed_by']

export const redisViewerMigrations: Migration[] = [
  {
    name: 'redis-0003-viewers',
    async up(db) {
      let viewers = db.schema.createTable('redis_viewers').addColumn('id', column.text, (c) => c.primaryKey())
      for (const each of TEXTS) viewers = viewers.addColumn(each, column.text, (c) => c.notNull())
      for (const each of ['position', 'revision']) {
        viewers = viewers.addColumn(each, column.int32, (c) => c.notNull())
      }
      await viewers.addColumn('changed_at', column.int53, (c) => c.notNull()).execute()
      await db.schema
        .createIndex('redis_viewers_line')
        .on('redis_viewers')
        .columns(['line_id', 'position'])
        .execute()
      let decoders = db.schema
        .createTable('redis_decoders')
        .addColumn('id', column.text, (c) => c.primaryKey())
      for (const each of DECODER_TEXTS) decoders = decoders.addColumn(each, column.text, (c) => c.notNull())
      for (const each of ['bytes', 'changed_at']) {
        decoders = decoders.addColumn(each, column.int53, (c) => c.notNull())
      }
      await decoders.execute()
      // Two uploads of one name at once: the second one fails here.
      await db.schema
        .createIndex('redis_decoders_name')
        .unique()
        .on('redis_decoders')
        .columns(['line_id', 'name'])
        .execute()
    },
  },
  {
    name: 'redis-0005-layouts',
    async up(db) {
      let layouts = db.schema.createTable('redis_layouts').addColumn('id', column.text, (c) => c.primaryKey())
      for (const each of LAYOUT_TEXTS) layouts = layouts.addColumn(each, column.text, (c) => c.notNull())
      await layouts
        .addColumn('revision', column.int32, (c) => c.notNull())
        .addColumn('changed_at', column.int53, (c) => c.notNull())
        .execute()
      // Two people who add one name at once: the second one fails here.
      await db.schema
        .createIndex('redis_layouts_name')
        .unique()
        .on('redis_layouts')
        .columns(['line_id', 'name'])
        .execute()
    },
  },
]
