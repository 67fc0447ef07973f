import { column } from '@qd/store'
import type { Migration } from '@qd/store'
import { sql } from 'kysely'

export const dataEditMigrations: Migration[] = [
  {
    name: '0001-player-edit',
    async up(db) {
      await db.schema
        .createTable('player_edit')
        .addColumn('id', column.text, (c) => c.primaryKey())
        .addColumn('game', column.text, (c) => c.notNull())
        .addColumn('u_id', column.text, (c) => c.notNull())
        .addColumn('server_key', column.text, (c) => c.notNull())
        .addColumn('actor_id', column.text, (c) => c.notNull())
        .addColumn('actor', column.text, (c) => c.notNull())
        .addColumn('at', column.int53, (c) => c.notNull())
        .addColumn('reason', column.text, (c) => c.notNull())
        .addColumn('status', column.text, (c) => c.notNull())
        .addColumn('undo_of', column.text)
        .addColumn('undo_indexes', column.text, (c) => c.notNull())
        .addColumn('changes', column.text, (c) => c.notNull())
        .addColumn('results', column.text, (c) => c.notNull())
        .addColumn('written', column.text, (c) => c.notNull())
        .addColumn('version_before', column.text, (c) => c.notNull())
        .addColumn('version_after', column.text, (c) => c.notNull())
        .execute()
      await db.schema
        .createIndex('player_edit_by_player')
        .on('player_edit')
        .columns(['game', 'u_id', 'id'])
        .execute()
      await db.schema.createIndex('player_edit_by_undo').on('player_edit').column('undo_of').execute()
      await db.schema
        .createTable('player_edit_module')
        .addColumn('edit_id', column.text, (c) => c.notNull())
        .addColumn('diff', column.text, (c) => c.notNull())
        .addPrimaryKeyConstraint('player_edit_module_pk', ['edit_id', 'diff'])
        .execute()
    },
  },
  {
    name: '0002-edit-request',
    async up(db) {
      await db.schema
        .createTable('edit_request')
        .addColumn('user_id', column.text, (c) => c.notNull())
        .addColumn('key', column.text, (c) => c.notNull())
        .addColumn('body_hash', column.text, (c) => c.notNull())
        .addColumn('edit_id', column.text, (c) => c.notNull())
        .addColumn('request', column.text, (c) => c.notNull())
        .addColumn('answer', column.text)
        .addColumn('at', column.int53, (c) => c.notNull())
        .addPrimaryKeyConstraint('edit_request_pk', ['user_id', 'key'])
        .execute()
      await db.schema.createIndex('edit_request_by_age').on('edit_request').column('at').execute()
    },
  },
  {
    name: '0003-protocol-definition',
    async up(db) {
      await db.schema
        .createTable('protocol_definition')
        .addColumn('server_key', column.text, (c) => c.primaryKey())
        .addColumn('md5', column.text, (c) => c.notNull())
        .addColumn('definition', column.text, (c) => c.notNull())
        .addColumn('at', column.int53, (c) => c.notNull())
        .execute()
    },
  },
  {
    name: '0004-player-snapshot',
    async up(db) {
      await db.schema
        .createTable('player_snapshot')
        .addColumn('id', column.text, (c) => c.primaryKey())
        .addColumn('game', column.text, (c) => c.notNull())
        .addColumn('u_id', column.text, (c) => c.notNull())
        .addColumn('server_key', column.text, (c) => c.notNull())
        .addColumn('name', column.text, (c) => c.notNull())
        .addColumn('note', column.text, (c) => c.notNull())
        .addColumn('actor', column.text, (c) => c.notNull())
        .addColumn('at', column.int53, (c) => c.notNull())
        .addColumn('version', column.text, (c) => c.notNull())
        .addColumn('md5', column.text, (c) => c.notNull())
        .addColumn('bytes', column.int53, (c) => c.notNull())
        .addColumn('data', column.text, (c) => c.notNull())
        .execute()
      await db.schema
        .createIndex('player_snapshot_by_player')
        .on('player_snapshot')
        .columns(['game', 'u_id', 'id'])
        .execute()
      await db.schema.createIndex('player_snapshot_by_age').on('player_snapshot').column('at').execute()
      await db.schema.createIndex('edit_request_by_edit').on('edit_request').column('edit_id').execute()
    },
  },
  {
    name: '0004-bulk-edit',
    async up(db) {
      await db.schema.alterTable('player_edit').addColumn('job_id', column.text).execute()
      await db.schema.alterTable('player_edit').addColumn('effect_key', column.text).execute()
      await db.schema
        .createIndex('player_edit_by_job')
        .on('player_edit')
        .columns(['job_id', 'status'])
        .execute()
      await db.schema
        .createIndex('player_edit_by_effect')
        .unique()
        .on('player_edit')
        .column('effect_key')
        .execute()
      await db.schema
        .createTable('bulk_job')
        .addColumn('job_id', column.text, (c) => c.primaryKey())
        .addColumn('kind', column.text, (c) => c.notNull())
        .addColumn('game', column.text, (c) => c.notNull())
        .addColumn('operator', column.text, (c) => c.notNull())
        .addColumn('line_id', column.text, (c) => c.notNull())
        .addColumn('s_id', column.int53)
        .addColumn('actor', column.text, (c) => c.notNull())
        .addColumn('at', column.int53, (c) => c.notNull())
        .addColumn('reason', column.text, (c) => c.notNull())
        .addColumn('name', column.text, (c) => c.notNull())
        .addColumn('players', column.int53, (c) => c.notNull())
        .addColumn('undo_of', column.text)
        .execute()
      await db.schema.createIndex('bulk_job_by_line').on('bulk_job').columns(['line_id', 'job_id']).execute()
      await db.schema
        .createTable('bulk_preview')
        .addColumn('user_id', column.text, (c) => c.notNull())
        .addColumn('hash', column.text, (c) => c.notNull())
        .addColumn('at', column.int53, (c) => c.notNull())
        .addPrimaryKeyConstraint('bulk_preview_pk', ['user_id', 'hash'])
        .execute()
    },
  },
  {
    name: '0005-edit-policy',
    async up(db) {
      await db.schema.alterTable('player_edit').addColumn('online_policy', column.text).execute()
    },
  },
  {
    name: '0006-snapshot-slot',
    async up(db) {
      await db.schema.alterTable('player_snapshot').addColumn('slot', column.int32).execute()
      await sql`update player_snapshot set slot = (select count(*) from player_snapshot as earlier
        where earlier.game = player_snapshot.game and earlier.u_id = player_snapshot.u_id
        and earlier.id < player_snapshot.id)`.execute(db)
      await db.schema
        .createIndex('player_snapshot_slot')
        .unique()
        .on('player_snapshot')
        .columns(['game', 'u_id', 'slot'])
        .execute()
    },
  },
  {
    name: 'data-edit-0007-edits-of-server',
    async up(db) {
      // Whole: the newest ids of a place, of one person or by job, are found without reading a row.
      await db.schema
        .createIndex('player_edit_by_server')
        .on('player_edit')
        .columns(['server_key', 'id', 'job_id', 'actor_id'])
        .execute()
    },
  },
  {
    name: 'data-edit-0008-edit-of-run',
    async up(db) {
      await db.schema.alterTable('player_edit').addColumn('run_id', column.text).execute()
    },
  },
  {
    name: 'data-edit-0009-large-bulk-edits',
    async up(db) {
      await db.schema.alterTable('bulk_job').addColumn('places', column.text).execute()
      await db.schema.alterTable('bulk_preview').addColumn('facts', column.text).execute()
      // The edits of a job in their order, some thousand at a time.
      await db.schema
        .createIndex('player_edit_of_job')
        .on('player_edit')
        .columns(['job_id', 'id', 'status'])
        .execute()
    },
  },
  {
    name: 'data-edit-0010-uses',
    async up(db) {
      await db.schema.alterTable('player_edit').addColumn('use_key', column.text).execute()
    },
  },
  {
    name: 'data-edit-0011-definition',
    async up(db) {
      await db.schema.alterTable('player_edit').addColumn('protocol_md5', column.text).execute()
    },
  },
]
