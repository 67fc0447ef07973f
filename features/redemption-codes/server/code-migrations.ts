import { column } from '@qd/store'
import type { Migration } from '@qd/store'
import type { Kysely } from 'kysely'

const BATCH_TEXTS = [
  'game',
  'operator',
  'line_id',
  'scope',
  'environment',
  'name',
  'name_search',
  'note',
  'kind',
  'state',
].concat(['prefix', 'word', 'zone', 'gift', 'limits', 'also_lines', 'skipped', 'created_by', 'released_by'])
const BATCH_COUNTS = [
  'revision',
  'quantity',
  'length',
  'export_once',
  'generated',
  'gen_segment',
  'gen_done',
].concat(['gen_next', 'exports', 'exported', 'used', 'confirmed'])
const BATCH_LIMITS = ['per_code', 'per_player_code', 'per_player_batch', 'total']
const BATCH_TIMES = ['valid_from', 'valid_to', 'released_at']

async function createBatches(db: Kysely<unknown>): Promise<void> {
  let table = db.schema
    .createTable('code_batch')
    .addColumn('id', column.text, (c) => c.primaryKey())
    .addColumn('number', column.int32, (c) => c.notNull().unique())
    .addColumn('created_at', column.int53, (c) => c.notNull())
  for (const each of BATCH_TEXTS) table = table.addColumn(each, column.text, (c) => c.notNull())
  for (const each of BATCH_COUNTS) table = table.addColumn(each, column.int53, (c) => c.notNull())
  for (const each of [...BATCH_LIMITS, ...BATCH_TIMES]) table = table.addColumn(each, column.int53)
  await table.addColumn('seed', column.text).addColumn('job_id', column.text).execute()
  await db.schema.createIndex('code_batch_of_line').on('code_batch').columns(['line_id', 'id']).execute()
  await db.schema
    .createTable('code_counter')
    .addColumn('id', column.text, (c) => c.primaryKey())
    .addColumn('next', column.int32, (c) => c.notNull())
    .execute()
  await db.schema
    .createTable('code_key')
    .addColumn('id', column.text, (c) => c.primaryKey())
    .addColumn('sealed', column.text, (c) => c.notNull())
    .execute()
}

async function createCodes(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('code')
    // Unique over all batches.
    .addColumn('digest', column.text, (c) => c.primaryKey())
    .addColumn('batch', column.int32, (c) => c.notNull())
    .addColumn('last4', column.text, (c) => c.notNull())
    .addColumn('n', column.int32, (c) => c.notNull())
    .addColumn('used', column.int32, (c) => c.notNull().defaultTo(0))
    .addColumn('is_void', column.int32, (c) => c.notNull().defaultTo(0))
    .execute()
}

async function createLedger(db: Kysely<unknown>): Promise<void> {
  let table = db.schema.createTable('code_redemption').addColumn('id', column.text, (c) => c.primaryKey())
  for (const each of ['digest', 'last4', 'server_key', 'request_id', 'u_id', 'role_id', 'channel', 'state']) {
    table = table.addColumn(each, column.text, (c) => c.notNull())
  }
  for (const each of ['batch', 's_id', 'at', 'expires_at']) {
    table = table.addColumn(each, column.int53, (c) => c.notNull())
  }
  await table
    .addColumn('settled_at', column.int53)
    .addUniqueConstraint('code_redemption_once', ['server_key', 'request_id'] as never[])
    .execute()
  const indexes = { of_player: ['u_id', 'batch'], of_code: ['digest'], of_batch: ['batch', 'id'] }
  for (const [name, columns] of Object.entries(indexes)) {
    await db.schema.createIndex(`code_redemption_${name}`).on('code_redemption').columns(columns).execute()
  }
  await db.schema
    .createIndex('code_redemption_open')
    .on('code_redemption')
    .columns(['batch', 'expires_at'])
    .where('state' as never, '=', 'reserved')
    .execute()
  let guesses = db.schema.createTable('code_guess').addColumn('key', column.text, (c) => c.primaryKey())
  for (const each of ['since', 'wrong', 'strikes', 'blocked_until']) {
    guesses = guesses.addColumn(each, column.int53, (c) => c.notNull())
  }
  await guesses.execute()
}

export const codeMigrations: Migration[] = [
  {
    name: 'redemption-codes-0001-codes',
    async up(db) {
      await createBatches(db)
      await createCodes(db)
      await createLedger(db)
    },
  },
  {
    name: 'redemption-codes-0002-requests',
    async up(db) {
      await db.schema.alterTable('code_batch').addColumn('request_id', column.text).execute()
      await db.schema.alterTable('code_batch').addColumn('request_number', column.int53).execute()
      await db.schema.alterTable('code_batch').addColumn('request_state', column.text).execute()
    },
  },
]
