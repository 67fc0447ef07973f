import { column } from '@qd/store'
import type { Migration } from '@qd/store'
import { sql } from 'kysely'

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

/** What administration needs: a revision to notice a second editor, and what a record opens. */
const administration: Migration = {
  name: 'scope-0002-administration',
  async up(db) {
    const { schema } = db
    for (const table of ['game', 'operator', 'line', 'game_server']) {
      await schema
        .alterTable(table)
        .addColumn('revision', column.int32, (added) => added.notNull().defaultTo(1))
        .execute()
    }
    for (const name of ['allow_plain', 'allow_private', 'is_managed']) {
      await schema
        .alterTable('game_server')
        .addColumn(name, column.int32, (added) => added.notNull().defaultTo(0))
        .execute()
    }
    // Until now only the sandbox made servers, and it says so again at its next start.
    await sql`update game_server set allow_plain = allow_loopback, is_managed = allow_loopback`.execute(db)
  },
}

/** What speaks to a server; until now there was one way. */
const serverAdapter: Migration = {
  name: 'scope-0004-server-adapter',
  async up(db) {
    await db.schema
      .alterTable('game_server')
      .addColumn('adapter', 'text', (added) => added.notNull().defaultTo('standard'))
      .execute()
  },
}

/** Labels, and what is needed to let a server call the console: a second key and where it may call from. */
const labelsAndKeys: Migration = {
  name: 'scope-0005-labels-and-keys',
  async up(db) {
    const added = { labels: '[]', open_addresses: '[]', previous_key_id: '', previous_hash_key: '' }
    for (const [name, value] of Object.entries(added)) {
      await db.schema
        .alterTable('game_server')
        .addColumn(name, column.text, (made) => made.notNull().defaultTo(value))
        .execute()
    }
  },
}

/** A game may split its uIds in another way than the settings say. */
const gameBases: Migration = {
  name: 'catalogue-0006-game-bases',
  async up(db) {
    await db.schema
      .alterTable('game')
      .addColumn('uid_bases', column.text, (added) => added.notNull().defaultTo(''))
      .execute()
  },
}

/** They began in the feature `scope`, whose name they keep. */
export const catalogueMigrations: Migration[] = [
  catalogue,
  administration,
  serverAdapter,
  labelsAndKeys,
  gameBases,
]
