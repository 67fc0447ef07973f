import { column } from '@qd/store'
import type { Migration } from '@qd/store'

const TEXTS = [
  'title',
  'hash',
  'scenario',
  'load',
  'scope',
  'line_id',
  'environment',
  'owner_id',
  'owner',
  'compare_to',
]

export const botsMigrations: Migration[] = [
  {
    name: 'bots-0001-runs',
    async up(db) {
      let run = db.schema.createTable('bots_run').addColumn('job_id', column.text, (c) => c.primaryKey())
      for (const each of TEXTS) run = run.addColumn(each, column.text, (c) => c.notNull())
      await run
        .addColumn('s_id', column.int32, (c) => c.notNull())
        .addColumn('clients', column.int32, (c) => c.notNull())
        .addColumn('started_at', column.int53, (c) => c.notNull())
        .addColumn('begun_at', column.int53)
        .addColumn('ended_at', column.int53)
        .addColumn('ended', column.text)
        .addColumn('report', column.text)
        .execute()
      await db.schema.createIndex('bots_run_line').on('bots_run').columns(['line_id', 'started_at']).execute()
      await db.schema
        .createIndex('bots_run_open')
        .on('bots_run')
        .columns(['environment', 'ended_at'])
        .execute()
    },
  },
  {
    name: 'bots-0002-scenarios',
    async up(db) {
      let scenario = db.schema
        .createTable('bots_scenario')
        .addColumn('id', column.text, (c) => c.primaryKey())
      for (const each of ['game', 'name', 'owner_id', 'owner', 'share'])
        scenario = scenario.addColumn(each, column.text, (c) => c.notNull())
      await scenario
        .addColumn('revision', column.int32, (c) => c.notNull())
        .addColumn('updated_at', column.int53, (c) => c.notNull())
        .execute()
      await db.schema
        .createIndex('bots_scenario_game')
        .on('bots_scenario')
        .columns(['game', 'name'])
        .execute()
      await db.schema
        .createTable('bots_scenario_version')
        .addColumn('scenario_id', column.text, (c) => c.notNull())
        .addColumn('revision', column.int32, (c) => c.notNull())
        .addColumn('body', column.text, (c) => c.notNull())
        .addColumn('at', column.int53, (c) => c.notNull())
        .addColumn('by', column.text, (c) => c.notNull())
        .addPrimaryKeyConstraint('bots_scenario_version_key', ['scenario_id', 'revision'])
        .execute()
    },
  },
  {
    name: 'bots-0003-limits',
    async up(db) {
      await db.schema
        .createTable('bots_limit')
        .addColumn('environment', column.text, (c) => c.primaryKey())
        .execute()
    },
  },
  {
    name: 'bots-0004-records',
    async up(db) {
      await db.schema
        .alterTable('bots_run')
        .addColumn('record', column.text, (c) => c.notNull().defaultTo(''))
        .execute()
    },
  },
]
