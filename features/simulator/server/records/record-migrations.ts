import { column } from '@qd/store'
import type { Migration } from '@qd/store'

const TEXTS = [
  'line_id',
  'name',
  'url',
  'layout',
  'enter',
  'nested',
  'commands',
  'definition_hash',
  'changed_by',
]

export const recordMigrations: Migration[] = [
  {
    name: 'simulator-0002-records',
    async up(db) {
      let record = db.schema
        .createTable('simulator_record')
        .addColumn('id', column.text, (c) => c.primaryKey())
      for (const each of TEXTS) record = record.addColumn(each, column.text, (c) => c.notNull())
      await record
        .addColumn('messages', column.int32, (c) => c.notNull())
        .addColumn('revision', column.int32, (c) => c.notNull())
        .addColumn('changed_at', column.int53, (c) => c.notNull())
        .addUniqueConstraint('simulator_record_name', ['line_id', 'name'] as never[])
        .execute()
      await db.schema
        .createTable('simulator_addresses')
        .addColumn('line_id', column.text, (c) => c.primaryKey())
        .addColumn('hosts', column.text, (c) => c.notNull())
        .addColumn('revision', column.int32, (c) => c.notNull())
        .execute()
    },
  },
]
