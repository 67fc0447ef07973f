import { column } from '@qd/store'
import type { Migration } from '@qd/store'

const TEXTS = [
  'kind',
  'name',
  'scope',
  'target',
  'owner_id',
  'owner',
  'idempotency_key',
  'order_hash',
].concat(['lang', 'reason', 'request_id', 'rule', 'zone', 'overlap', 'missed', 'state', 'why', 'fault'])

export const scheduleMigrations: Migration[] = [
  {
    name: 'schedules-0001-schedules',
    async up(db) {
      let entry = db.schema.createTable('schedule').addColumn('id', column.text, (c) => c.primaryKey())
      for (const each of TEXTS) entry = entry.addColumn(each, column.text, (c) => c.notNull())
      for (const each of ['is_system', 'revision']) {
        entry = entry.addColumn(each, column.int32, (c) => c.notNull())
      }
      for (const each of ['created_at', 'updated_at']) {
        entry = entry.addColumn(each, column.int53, (c) => c.notNull())
      }
      for (const each of ['title', 'environment', 'owner_token']) entry = entry.addColumn(each, column.text)
      await entry
        .addColumn('next_at', column.int53)
        .addColumn('taken_at', column.int53)
        .addUniqueConstraint('schedule_order', ['owner_id', 'idempotency_key'] as never[])
        .execute()
      await db.schema.createIndex('schedule_due').on('schedule').columns(['state', 'next_at']).execute()
      await db.schema
        .createTable('schedule_params')
        .addColumn('schedule_id', column.text, (c) => c.primaryKey())
        .addColumn('params', column.text, (c) => c.notNull())
        .execute()
      await db.schema
        .createTable('schedule_run')
        .addColumn('id', column.text, (c) => c.primaryKey())
        .addColumn('schedule_id', column.text, (c) => c.notNull())
        .addColumn('due_key', column.text, (c) => c.notNull())
        .addColumn('due_at', column.int53, (c) => c.notNull())
        .addColumn('state', column.text, (c) => c.notNull())
        .addColumn('is_late', column.int32, (c) => c.notNull())
        .addColumn('by_name', column.text)
        .addColumn('job_id', column.text)
        .addColumn('msg', column.text, (c) => c.notNull())
        .addColumn('started_at', column.int53)
        .addColumn('ended_at', column.int53)
        .addUniqueConstraint('schedule_run_once', ['schedule_id', 'due_key'] as never[])
        .execute()
      await db.schema
        .createIndex('schedule_run_newest')
        .on('schedule_run')
        .columns(['schedule_id', 'id'])
        .execute()
      await db.schema
        .createIndex('schedule_run_of')
        .on('schedule_run')
        .columns(['schedule_id', 'state'])
        .execute()
      await db.schema.createIndex('schedule_run_open').on('schedule_run').columns(['state', 'id']).execute()
    },
  },
  {
    name: 'schedules-0002-proof-and-words',
    async up(db) {
      for (const [table, words] of [
        ['schedule', 'fault_words'],
        ['schedule_run', 'words'],
      ] as const) {
        await db.schema
          .alterTable(table)
          .addColumn('is_proven', column.int32, (c) => c.notNull().defaultTo(0))
          .execute()
        await db.schema.alterTable(table).addColumn(words, column.text).execute()
      }
    },
  },
]
