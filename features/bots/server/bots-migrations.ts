import { column } from '@qd/store'
import type { Migration } from '@qd/store'
import { sql } from 'kysely'

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
  {
    name: 'bots-0005-scenario-names',
    async up(db) {
      // Two saves at once could both find a name free; the later of such twins gets its id behind its name.
      await sql`update bots_scenario set name = name || ' ' || id where exists (
        select 1 from bots_scenario as first where first.game = bots_scenario.game
          and first.owner_id = bots_scenario.owner_id and first.name = bots_scenario.name
          and first.id < bots_scenario.id)`.execute(db)
      await db.schema
        .createIndex('bots_scenario_name')
        .unique()
        .on('bots_scenario')
        .columns(['game', 'owner_id', 'name'])
        .execute()
    },
  },
]
