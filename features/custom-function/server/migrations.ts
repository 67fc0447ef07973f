import { column } from '@qd/store'
import type { Migration } from '@qd/store'

export const customFunctionMigrations: Migration[] = [
  {
    name: '0001-custom-function',
    async up(db) {
      await db.schema
        .createTable('custom_function')
        .addColumn('id', column.text, (c) => c.primaryKey())
        .addColumn('game', column.text, (c) => c.notNull())
        .addColumn('operator', column.text, (c) => c.notNull())
        .addColumn('line_id', column.text, (c) => c.notNull())
        .addColumn('owner_id', column.text, (c) => c.notNull())
        .addColumn('owner', column.text, (c) => c.notNull())
        .addColumn('groups', column.text, (c) => c.notNull())
        .addColumn('version', column.int53, (c) => c.notNull())
        .addColumn('is_archived', column.int53, (c) => c.notNull())
        .addColumn('created_at', column.int53, (c) => c.notNull())
        .execute()
      await db.schema.createIndex('custom_function_by_game').on('custom_function').column('game').execute()
      await db.schema
        .createTable('custom_function_version')
        .addColumn('function_id', column.text, (c) => c.notNull())
        .addColumn('version', column.int53, (c) => c.notNull())
        .addColumn('definition', column.text, (c) => c.notNull())
        .addColumn('risk', column.text, (c) => c.notNull())
        .addColumn('at', column.int53, (c) => c.notNull())
        .addColumn('actor_id', column.text, (c) => c.notNull())
        .addColumn('actor', column.text, (c) => c.notNull())
        .addColumn('note', column.text, (c) => c.notNull())
        .addPrimaryKeyConstraint('custom_function_version_pk', ['function_id', 'version'])
        .execute()
      await db.schema
        .createTable('function_override')
        .addColumn('line_id', column.text, (c) => c.notNull())
        .addColumn('name', column.text, (c) => c.notNull())
        .addColumn('is_hidden', column.int53, (c) => c.notNull())
        .addColumn('risk', column.text)
        .addColumn('groups', column.text)
        .addColumn('actor', column.text, (c) => c.notNull())
        .addColumn('at', column.int53, (c) => c.notNull())
        .addPrimaryKeyConstraint('function_override_pk', ['line_id', 'name'])
        .execute()
    },
  },
  {
    name: '0002-function-run',
    async up(db) {
      await db.schema
        .createTable('function_plan')
        .addColumn('id', column.text, (c) => c.primaryKey())
        .addColumn('actor_id', column.text, (c) => c.notNull())
        .addColumn('at', column.int53, (c) => c.notNull())
        .addColumn('meant', column.text, (c) => c.notNull())
        .addColumn('steps', column.text, (c) => c.notNull())
        .execute()
      await db.schema.createIndex('function_plan_by_age').on('function_plan').column('at').execute()
      await db.schema
        .createTable('function_run')
        .addColumn('id', column.text, (c) => c.primaryKey())
        .addColumn('actor_id', column.text, (c) => c.notNull())
        .addColumn('actor', column.text, (c) => c.notNull())
        .addColumn('at', column.int53, (c) => c.notNull())
        .addColumn('key', column.text, (c) => c.notNull())
        .addColumn('body_hash', column.text, (c) => c.notNull())
        .addColumn('source', column.text, (c) => c.notNull())
        .addColumn('function_id', column.text, (c) => c.notNull())
        .addColumn('version', column.text, (c) => c.notNull())
        .addColumn('title', column.text, (c) => c.notNull())
        .addColumn('server_key', column.text, (c) => c.notNull())
        .addColumn('s_id', column.int53, (c) => c.notNull())
        .addColumn('u_id', column.text, (c) => c.notNull())
        .addColumn('reason', column.text, (c) => c.notNull())
        .addColumn('params', column.text, (c) => c.notNull())
        .addColumn('status', column.text, (c) => c.notNull())
        .addColumn('steps', column.text, (c) => c.notNull())
        .addColumn('state', column.text, (c) => c.notNull())
        .addColumn('job_id', column.text)
        .addUniqueConstraint('function_run_once', ['actor_id', 'key'])
        .execute()
      await db.schema
        .createIndex('function_run_by_server')
        .on('function_run')
        .columns(['server_key', 'id'])
        .execute()
    },
  },
  {
    name: '0003-function-run-of-job',
    async up(db) {
      await db.schema
        .createIndex('function_run_of_job')
        .unique()
        .on('function_run')
        .columns(['job_id', 'key'])
        .execute()
    },
  },
  {
    name: 'custom-function-0004-runs-of-player',
    async up(db) {
      await db.schema
        .createIndex('function_run_by_player')
        .on('function_run')
        .columns(['u_id', 'id'])
        .execute()
    },
  },
  {
    name: 'custom-function-0005-effects',
    async up(db) {
      await db.schema
        .createTable('function_effects')
        .addColumn('line_id', column.text, (c) => c.notNull())
        .addColumn('name', column.text, (c) => c.notNull())
        .addColumn('revision', column.int53, (c) => c.notNull())
        .addColumn('effects', column.text)
        .addColumn('actor', column.text, (c) => c.notNull())
        .addColumn('at', column.int53, (c) => c.notNull())
        .addPrimaryKeyConstraint('function_effects_pk', ['line_id', 'name'])
        .execute()
    },
  },
]
