import { column } from '@qd/store'
import type { Migration } from '@qd/store'
import type { Kysely } from 'kysely'

const COUNTERS = ['done_rows', 'failed_rows', 'skipped_rows', 'unknown_rows']
const JOB_TEXTS = ['kind', 'name', 'params', 'scope', 'target', 'starter_id', 'idempotency_key'].concat([
  'order_hash',
  'owner_id',
  'owner',
  'lang',
  'reason',
  'request_id',
  'state',
  'why',
  'fault',
])
const JOB_NUMBERS = [
  'total_rows',
  ...COUNTERS,
  'stop_percent',
  'base_worked',
  'base_bad',
  'tries',
  'is_touched',
]
const CHUNK_NUMBERS = ['first_seq', 'row_count', ...COUNTERS, 'redo_failed', 'redo_unknown', 'round']

export const jobMigrations: Migration[] = [
  {
    name: 'jobs-0001-jobs',
    async up(db) {
      let job = db.schema.createTable('job').addColumn('id', column.text, (c) => c.primaryKey())
      for (const each of JOB_TEXTS) job = job.addColumn(each, column.text, (c) => c.notNull())
      for (const each of JOB_NUMBERS) job = job.addColumn(each, column.int32, (c) => c.notNull().defaultTo(0))
      for (const each of ['not_before', 'created_at', 'updated_at']) {
        job = job.addColumn(each, column.int53, (c) => c.notNull())
      }
      await job
        .addColumn('environment', column.text)
        .addColumn('owner_limits', column.text)
        .addColumn('started_at', column.int53)
        .addColumn('ended_at', column.int53)
        .addUniqueConstraint('job_order', ['starter_id', 'idempotency_key'] as never[])
        .execute()
      await db.schema.createIndex('job_owner').on('job').columns(['owner_id', 'id']).execute()
      await db.schema.createIndex('job_state').on('job').columns(['state', 'id']).execute()
      let chunk = db.schema
        .createTable('job_chunk')
        .addColumn('job_id', column.text, (c) => c.notNull())
        .addColumn('n', column.int32, (c) => c.notNull())
        .addColumn('state', column.text, (c) => c.notNull())
      for (const each of CHUNK_NUMBERS) {
        chunk = chunk.addColumn(each, column.int32, (c) => c.notNull().defaultTo(0))
      }
      await chunk
        .addColumn('outcomes', column.text)
        .addPrimaryKeyConstraint('job_chunk_key', ['job_id', 'n'])
        .execute()
      await db.schema
        .createIndex('job_chunk_state')
        .on('job_chunk')
        .columns(['job_id', 'state', 'n'])
        .execute()
      await db.schema
        .createTable('job_chunk_rows')
        .addColumn('job_id', column.text, (c) => c.notNull())
        .addColumn('n', column.int32, (c) => c.notNull())
        .addColumn('rows', column.text, (c) => c.notNull())
        .addPrimaryKeyConstraint('job_chunk_rows_key', ['job_id', 'n'])
        .execute()
    },
  },
  {
    name: 'jobs-0002-tokens-and-waits',
    async up(db) {
      await db.schema.alterTable('job').addColumn('owner_token', column.text).execute()
      // Which token it was is not known: such a job waits for its owner, who goes on with it themselves.
      const jobs = db as Kysely<{ job: { owner_token: string | null; owner_limits: string | null } }>
      await jobs.updateTable('job').set({ owner_token: '' }).where('owner_limits', 'is not', null).execute()
      await db.schema.alterTable('job').dropColumn('owner_limits').execute()
      await db.schema
        .alterTable('job_chunk')
        .addColumn('deferred', column.int32, (c) => c.notNull().defaultTo(0))
        .execute()
      await db.schema.dropIndex('job_chunk_state').execute()
      await db.schema
        .createIndex('job_chunk_state')
        .on('job_chunk')
        .columns(['job_id', 'state', 'deferred', 'n'])
        .execute()
    },
  },
  {
    name: 'jobs-0003-titles',
    async up(db) {
      await db.schema.alterTable('job').addColumn('title', column.text).execute()
    },
  },
  {
    name: 'jobs-0004-large-jobs',
    async up(db) {
      for (const each of ['source', 'cursor', 'places', 'lost_places', 'stages']) {
        await db.schema.alterTable('job').addColumn(each, column.text).execute()
      }
      for (const each of ['expected_rows', 'chunk_count', 'stage']) {
        await db.schema
          .alterTable('job')
          .addColumn(each, column.int32, (c) => c.notNull().defaultTo(0))
          .execute()
      }
      await db.schema
        .alterTable('job')
        .addColumn('is_ready', column.int32, (c) => c.notNull().defaultTo(1))
        .execute()
      await db.schema.alterTable('job').addColumn('gate_until', column.int53).execute()
    },
  },
  {
    name: 'jobs-0005-proofs',
    async up(db) {
      await db.schema
        .alterTable('job')
        .addColumn('needs_proof', column.int32, (c) => c.notNull().defaultTo(0))
        .execute()
    },
  },
  {
    name: 'jobs-0006-cancelled-by',
    async up(db) {
      await db.schema.alterTable('job').addColumn('cancelled_by', column.text).execute()
    },
  },
  {
    name: 'jobs-0007-output',
    async up(db) {
      await db.schema
        .createTable('job_output')
        .addColumn('job_id', column.text, (c) => c.notNull())
        .addColumn('n', column.int53, (c) => c.notNull())
        .addColumn('at', column.int53, (c) => c.notNull())
        .addColumn('kind', column.text, (c) => c.notNull())
        .addColumn('body', column.text, (c) => c.notNull())
        .addColumn('bytes', column.int32, (c) => c.notNull())
        .addPrimaryKeyConstraint('job_output_key', ['job_id', 'n'])
        .execute()
      await db.schema
        .createTable('job_output_head')
        .addColumn('job_id', column.text, (c) => c.primaryKey())
        .addColumn('next_n', column.int53, (c) => c.notNull())
        .addColumn('rows', column.int32, (c) => c.notNull())
        .addColumn('bytes', column.int53, (c) => c.notNull())
        .addColumn('is_open', column.int32, (c) => c.notNull())
        .execute()
    },
  },
]
