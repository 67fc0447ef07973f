import { column } from '@qd/store'
import type { Migration } from '@qd/store'

const liveTables: Migration = {
  name: 'game-servers-0001-live',
  async up({ schema }) {
    await schema
      .createTable('game_server_live')
      .addColumn('key', column.text, (c) => c.primaryKey().notNull())
      .addColumn('sent_at', column.int53)
      .addColumn('taken_at', column.int53)
      .addColumn('declared_at', column.int53)
      .addColumn('online', column.int32)
      .addColumn('state', column.text)
      .addColumn('versions', column.text, (c) => c.notNull())
      .addColumn('clock', column.text, (c) => c.notNull())
      .addColumn('silent_since', column.int53)
      .execute()
    await schema
      .createTable('game_server_online')
      .addColumn('key', column.text, (c) => c.notNull())
      .addColumn('minute', column.int32, (c) => c.notNull())
      .addColumn('online', column.int32, (c) => c.notNull())
      .addPrimaryKeyConstraint('game_server_online_pk', ['key', 'minute'])
      .execute()
    await schema.createIndex('game_server_online_minute').on('game_server_online').column('minute').execute()
    await schema
      .createTable('game_server_write')
      .addColumn('server_key', column.text, (c) => c.notNull())
      .addColumn('node', column.text, (c) => c.notNull())
      .addColumn('slot', column.int32, (c) => c.notNull())
      .addColumn('idempotency_key', column.text, (c) => c.notNull())
      .addColumn('method', column.text, (c) => c.notNull())
      .addColumn('path', column.text, (c) => c.notNull())
      .addColumn('body_sha256', column.text, (c) => c.notNull())
      .addColumn('sent_at', column.int53, (c) => c.notNull())
      .addPrimaryKeyConstraint('game_server_write_pk', ['server_key', 'node', 'slot'])
      .execute()
    await schema
      .createIndex('game_server_write_key')
      .on('game_server_write')
      .columns(['server_key', 'idempotency_key'])
      .execute()
    await schema.createIndex('game_server_write_sent').on('game_server_write').column('sent_at').execute()
    await schema
      .createTable('game_server_calls')
      .addColumn('key', column.text, (c) => c.primaryKey().notNull())
      .addColumn('minute', column.int32, (c) => c.notNull())
      .addColumn('calls', column.int32, (c) => c.notNull())
      .execute()
  },
}

const heardTable: Migration = {
  name: 'game-servers-0002-heard',
  async up({ schema }) {
    await schema
      .createTable('game_server_heard')
      .addColumn('key', column.text, (c) => c.notNull())
      .addColumn('sent_at', column.int53, (c) => c.notNull())
      .addPrimaryKeyConstraint('game_server_heard_pk', ['key', 'sent_at'])
      .execute()
    await schema.createIndex('game_server_heard_sent').on('game_server_heard').column('sent_at').execute()
  },
}

const stateSet: Migration = {
  name: 'game-servers-0003-state-set',
  async up({ schema }) {
    await schema.alterTable('game_server_live').addColumn('state_set_at', column.int53).execute()
  },
}

export const gameServerMigrations: Migration[] = [liveTables, heardTable, stateSet]
