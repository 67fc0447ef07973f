import { column } from '@qd/store'
import type { Migration } from '@qd/store'
import type { ColumnBuilderCallback } from 'kysely'

const filled: ColumnBuilderCallback = (c) => c.notNull()
const id: ColumnBuilderCallback = (c) => c.primaryKey()

const itemTables: Migration = {
  name: 'properties-0001-items',
  async up({ schema }) {
    await schema
      .createTable('item_line')
      .addColumn('line_id', column.text, id)
      .addColumn('zone', column.text, filled)
      .addColumn('synced_at', column.int53, filled)
      .execute()
    await schema
      .createTable('item_seen')
      .addColumn('line_id', column.text, filled)
      .addColumn('number', column.text, filled)
      .addColumn('facts', column.text, filled)
      .addColumn('first_seen', column.int53, filled)
      .addColumn('last_seen', column.int53)
      .addPrimaryKeyConstraint('item_seen_pk', ['line_id', 'number'])
      .execute()
    await schema
      .createTable('item_limit')
      .addColumn('id', column.text, id)
      .addColumn('line_id', column.text, filled)
      .addColumn('number', column.text, filled)
      .addColumn('kind', column.text, filled)
      .addColumn('quantity', column.text, filled)
      .addColumn('revision', column.int32, filled)
      .addColumn('changed_by', column.text, filled)
      .addColumn('changed_at', column.int53, filled)
      .addUniqueConstraint('item_limit_once', ['line_id', 'number', 'kind'])
      .execute()
    await schema
      .createTable('gift_template')
      .addColumn('id', column.text, id)
      .addColumn('line_id', column.text, filled)
      .addColumn('name', column.text, filled)
      .addColumn('content', column.text, filled)
      .addColumn('revision', column.int32, filled)
      .addColumn('changed_by', column.text, filled)
      .addColumn('changed_at', column.int53, filled)
      .addUniqueConstraint('gift_template_once', ['line_id', 'name'])
      .execute()
  },
}

const ledgerTables: Migration = {
  name: 'properties-0002-ledger',
  async up({ schema }) {
    let uses = schema.createTable('item_use').addColumn('key', column.text, id)
    for (const each of ['line_id', 'day', 'person_id', 'person', 'kind', 'about', 'items']) {
      uses = uses.addColumn(each, column.text, filled)
    }
    await uses.addColumn('at', column.int53, filled).execute()
    await schema.createIndex('item_use_of_day').on('item_use').column('day').execute()
    await schema
      .createTable('item_use_player')
      .addColumn('use_key', column.text, filled)
      .addColumn('number', column.text, filled)
      .addColumn('piece', column.int32, filled)
      .addColumn('line_id', column.text, filled)
      .addColumn('day', column.text, filled)
      .addColumn('is_many', column.int32, filled)
      .addColumn('first', column.text, filled)
      .addColumn('last', column.text, filled)
      .addColumn('players', column.int32, filled)
      .addColumn('packed', column.text, filled)
      .addPrimaryKeyConstraint('item_use_player_pk', ['use_key', 'number', 'piece'])
      .execute()
    await schema
      .createIndex('item_use_player_found')
      .on('item_use_player')
      .columns(['line_id', 'day', 'number', 'is_many', 'first'])
      .execute()
    await schema
      .createTable('item_given')
      .addColumn('line_id', column.text, filled)
      .addColumn('day', column.text, filled)
      .addColumn('number', column.text, filled)
      .addColumn('person_id', column.text, filled)
      .addColumn('person', column.text, filled)
      .addColumn('total', column.text, filled)
      .addColumn('everyone', column.text, filled)
      .addColumn('players', column.int53, filled)
      .addColumn('uses', column.int53, filled)
      .addPrimaryKeyConstraint('item_given_pk', ['line_id', 'day', 'number', 'person_id'])
      .execute()
    await schema
      .createTable('item_use_day')
      .addColumn('line_id', column.text, filled)
      .addColumn('day', column.text, filled)
      .addColumn('version', column.int53, filled)
      .addPrimaryKeyConstraint('item_use_day_pk', ['line_id', 'day'])
      .execute()
  },
}

const serverTable: Migration = {
  name: 'properties-0003-sync',
  async up({ schema }) {
    await schema
      .createTable('item_server')
      .addColumn('server_key', column.text, id)
      .addColumn('line_id', column.text, filled)
      .addColumn('heard_at', column.int53)
      .addColumn('failed_at', column.int53)
      .addColumn('fault', column.text, filled)
      .addColumn('failures', column.int32, filled)
      .addColumn('retry_at', column.int53, filled)
      .execute()
    await schema.createIndex('item_server_of_line').on('item_server').column('line_id').execute()
  },
}

const requestTables: Migration = {
  name: 'properties-0004-requests',
  async up({ schema }) {
    await schema.alterTable('item_use').addColumn('request', column.text).execute()
    await schema
      .createTable('item_request')
      .addColumn('request', column.text, filled)
      .addColumn('line_id', column.text, filled)
      .addColumn('number', column.text, filled)
      .addColumn('total', column.text, filled)
      .addColumn('day', column.text, filled)
      .addPrimaryKeyConstraint('item_request_pk', ['request', 'line_id', 'number'])
      .execute()
    await schema.createIndex('item_request_of_day').on('item_request').column('day').execute()
  },
}

const valueTable: Migration = {
  name: 'properties-0005-values',
  async up({ schema }) {
    await schema
      .createTable('item_value')
      .addColumn('id', column.text, id)
      .addColumn('line_id', column.text, filled)
      .addColumn('number', column.text, filled)
      .addColumn('per', column.text, filled)
      .addColumn('worth', column.text, filled)
      .addColumn('revision', column.int32, filled)
      .addColumn('changed_by', column.text, filled)
      .addColumn('changed_at', column.int53, filled)
      .addUniqueConstraint('item_value_once', ['line_id', 'number'])
      .execute()
  },
}

export const propertiesMigrations: Migration[] = [
  itemTables,
  ledgerTables,
  serverTable,
  requestTables,
  valueTable,
]
