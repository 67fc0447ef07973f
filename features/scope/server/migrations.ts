import type { Migration } from '@qd/store'

/** The hierarchy of S1.01; a server is unique by game, platform and sId, which its key spells. */
const catalogue: Migration = {
  name: 'scope-0001-catalogue',
  async up(db) {
    const { schema } = db
    await schema
      .createTable('game')
      .addColumn('id', 'text', (column) => column.primaryKey().notNull())
      .addColumn('name', 'text', (column) => column.notNull())
      .addColumn('code', 'text', (column) => column.notNull())
      .addColumn('position', 'integer', (column) => column.notNull())
      .execute()
    await schema
      .createTable('operator')
      .addColumn('game', 'text', (column) => column.notNull().references('game.id'))
      .addColumn('partner_code', 'text', (column) => column.notNull())
      .addColumn('platform', 'integer', (column) => column.notNull())
      .addColumn('name', 'text', (column) => column.notNull())
      .addColumn('position', 'integer', (column) => column.notNull())
      .addPrimaryKeyConstraint('operator_pk', ['game', 'partner_code'])
      .addUniqueConstraint('operator_platform', ['game', 'platform'])
      .execute()
    await schema
      .createTable('line')
      .addColumn('line_id', 'text', (column) => column.primaryKey().notNull())
      .addColumn('game', 'text', (column) => column.notNull())
      .addColumn('partner_code', 'text', (column) => column.notNull())
      .addColumn('line_code', 'text', (column) => column.notNull())
      .addColumn('name', 'text', (column) => column.notNull())
      .addColumn('environment', 'text', (column) => column.notNull())
      .addColumn('position', 'integer', (column) => column.notNull())
      .addUniqueConstraint('line_code', ['game', 'partner_code', 'line_code'])
      .addForeignKeyConstraint('line_operator', ['game', 'partner_code'], 'operator', [
        'game',
        'partner_code',
      ])
      .execute()
    await schema
      .createTable('line_channel')
      .addColumn('line_id', 'text', (column) => column.notNull().references('line.line_id'))
      .addColumn('code', 'text', (column) => column.notNull())
      .addColumn('name', 'text', (column) => column.notNull())
      .addColumn('position', 'integer', (column) => column.notNull())
      .addPrimaryKeyConstraint('line_channel_pk', ['line_id', 'code'])
      .execute()
    await schema
      .createTable('game_server')
      .addColumn('key', 'text', (column) => column.primaryKey().notNull())
      .addColumn('line_id', 'text', (column) => column.notNull().references('line.line_id'))
      .addColumn('s_id', 'integer', (column) => column.notNull())
      .addColumn('service_name', 'text', (column) => column.notNull())
      .addColumn('opened_at', 'bigint')
      .addColumn('api_url', 'text', (column) => column.notNull())
      .addColumn('server_id', 'text', (column) => column.notNull())
      .addColumn('key_id', 'text', (column) => column.notNull())
      .addColumn('hash_key', 'text', (column) => column.notNull())
      .addColumn('ws', 'text', (column) => column.notNull())
      .addColumn('codec', 'text', (column) => column.notNull())
      .addColumn('allow_loopback', 'integer', (column) => column.notNull())
      .addColumn('enabled', 'integer', (column) => column.notNull())
      .addColumn('position', 'integer', (column) => column.notNull())
      .execute()
  },
}

export const scopeMigrations: Migration[] = [catalogue]
