import { column } from '@qd/store'
import type { Migration } from '@qd/store'
import { sql } from 'kysely'

type Db = Parameters<Migration['up']>[0]
type Kind = 'text' | 'int53' | 'int32'

/** `name` is not null, `name?` may be. */
async function makeTable(db: Db, table: string, columns: Record<string, Kind>, key: readonly string[]) {
  let made = db.schema.createTable(table)
  for (const [name, kind] of Object.entries(columns)) {
    const isOpen = name.endsWith('?')
    made = made.addColumn(isOpen ? name.slice(0, -1) : name, column[kind], (c) => (isOpen ? c : c.notNull()))
  }
  await made.addPrimaryKeyConstraint(`${table}_key`, key as never).execute()
}

async function makeMail(db: Db) {
  const texts = [
    'id',
    'game',
    'operator',
    'line_id',
    'name',
    'email_type',
    'draft',
    'title',
    'content',
    'tags',
    'search',
  ]
  const counters = ['delivered', 'already', 'failed', 'unknown']
  const recalled = ['recall_removed', 'recall_claimed', 'recall_taken', 'recall_missing']
  await makeTable(
    db,
    'mail',
    {
      ...Object.fromEntries(texts.map((name) => [name, 'text' as const])),
      platform: 'int53',
      revision: 'int32',
      is_template: 'int32',
      send_type: 'int32',
      attach_kinds: 'int32',
      'send_at?': 'int53',
      'expire_at?': 'int53',
      'set_id?': 'text',
      created_by: 'text',
      created_at: 'int53',
      updated_by: 'text',
      updated_at: 'int53',
      'test?': 'text',
      'released?': 'text',
      'released_at?': 'int53',
      'released_by?': 'text',
      'job_id?': 'text',
      retries: 'int32',
      'recall_job_id?': 'text',
      'total?': 'int53',
      ...Object.fromEntries([...counters, ...recalled].map((name) => [name, 'int53' as const])),
    },
    ['id'],
  )
  await db.schema.createIndex('mail_line').on('mail').columns(['line_id', 'is_template', 'id']).execute()
}

async function makeSets(db: Db) {
  await makeTable(
    db,
    'mail_set',
    { id: 'text', mail_id: 'text', players: 'int53', hash: 'text', info: 'text', at: 'int53' },
    ['id'],
  )
  await db.schema.createIndex('mail_set_mail').on('mail_set').columns(['mail_id']).execute()
  await makeTable(
    db,
    'mail_chunk',
    {
      set_id: 'text',
      seq: 'int32',
      server_key: 'text',
      s_id: 'int32',
      players: 'int32',
      packed: 'text',
      hash: 'text',
    },
    ['set_id', 'seq'],
  )
  await makeTable(
    db,
    'mail_problem',
    { set_id: 'text', seq: 'int32', file: 'text', line: 'int53', code: 'text', text: 'text' },
    ['set_id', 'seq'],
  )
}

async function makeOutcomes(db: Db) {
  await makeTable(
    db,
    'mail_sent',
    {
      mail_id: 'text',
      seq: 'int32',
      server_key: 'text',
      s_id: 'int32',
      players: 'int32',
      state: 'text',
      delivered: 'int53',
      already: 'int53',
      failed: 'int53',
      code: 'text',
      msg: 'text',
      at: 'int53',
    },
    ['mail_id', 'seq'],
  )
  await makeTable(
    db,
    'mail_exception',
    { mail_id: 'text', player: 'text', seq: 'int32', s_id: 'int32', code: 'int32', msg: 'text', at: 'int53' },
    ['mail_id', 'player'],
  )
  await db.schema.createIndex('mail_exception_seq').on('mail_exception').columns(['mail_id', 'seq']).execute()
  await makeTable(
    db,
    'mail_claimed',
    { mail_id: 'text', player: 'text', s_id: 'int32', claimed_at: 'int53', taken: 'text', missing: 'text' },
    ['mail_id', 'player'],
  )
  await makeTable(db, 'mail_server', { mail_id: 'text', server_key: 'text', offset_ms: 'int53' }, [
    'mail_id',
    'server_key',
  ])
  await makeTable(db, 'mail_report', { mail_id: 'text', at: 'int53', counts: 'text' }, ['mail_id', 'at'])
}

async function makeLines(db: Db) {
  await makeTable(
    db,
    'mail_test_account',
    { line_id: 'text', u_id: 'text', s_id: 'int32', label: 'text', by: 'text', at: 'int53' },
    ['line_id', 'u_id'],
  )
  await makeTable(
    db,
    'mail_words',
    { line_id: 'text', words: 'text', revision: 'int32', by: 'text', at: 'int53' },
    ['line_id'],
  )
}

export const mailMigrations: Migration[] = [
  {
    name: 'mail-0001-mails',
    async up(db) {
      await makeMail(db)
      await makeSets(db)
      await makeOutcomes(db)
      await makeLines(db)
    },
  },
  {
    name: 'mail-0002-requests',
    async up(db) {
      await db.schema.alterTable('mail').addColumn('request_id', column.text).execute()
      await db.schema.alterTable('mail').addColumn('request_number', column.int53).execute()
      await db.schema.alterTable('mail').addColumn('request_state', column.text).execute()
    },
  },
  {
    name: 'mail-0003-recalled',
    async up(db) {
      await makeTable(db, 'mail_recalled', { job_id: 'text', server_key: 'text' }, ['job_id', 'server_key'])
    },
  },
  {
    name: 'mail-0004-reserved',
    async up(db) {
      await makeTable(db, 'mail_reserved', { mail_id: 'text' }, ['mail_id'])
      await sql`insert into mail_reserved (mail_id) select id from mail where released is not null`.execute(
        db,
      )
    },
  },
  {
    name: 'mail-0005-by-request',
    async up(db) {
      await db.schema
        .createIndex('mail_request')
        .on('mail')
        .columns(['line_id', 'request_state', 'id'])
        .execute()
    },
  },
]
