import { parseJsonText } from '@qd/canonical-json'
import { column } from '@qd/store'
import type { Migration } from '@qd/store'
import { sql } from 'kysely'
import type { Kysely } from 'kysely'
import type { ApprovalTables } from './approval-tables.ts'

interface Columns {
  text?: readonly string[]
  int53?: readonly string[]
  int32?: readonly string[]
  /** May be null. */
  openText?: readonly string[]
  openInt53?: readonly string[]
  key: readonly string[]
}

async function makeTable(db: Kysely<unknown>, name: string, columns: Columns): Promise<void> {
  let table = db.schema.createTable(name)
  for (const each of columns.text ?? []) table = table.addColumn(each, column.text, (c) => c.notNull())
  for (const each of columns.int53 ?? []) table = table.addColumn(each, column.int53, (c) => c.notNull())
  for (const each of columns.int32 ?? []) table = table.addColumn(each, column.int32, (c) => c.notNull())
  for (const each of columns.openText ?? []) table = table.addColumn(each, column.text)
  for (const each of columns.openInt53 ?? []) table = table.addColumn(each, column.int53)
  await table.addPrimaryKeyConstraint(`${name}_key`, columns.key as never[]).execute()
}

const index = (db: Kysely<unknown>, name: string, table: string, columns: string[]) =>
  db.schema.createIndex(name).on(table).columns(columns).execute()

async function makeRequests(db: Kysely<unknown>): Promise<void> {
  await makeTable(db, 'approval_request', {
    key: ['id'],
    text: [
      'id',
      'type',
      'route',
      'action',
      'execution',
      'policy_id',
      'policy',
      'owner_id',
      'owner',
      'lang',
    ].concat(
      ['title', 'title_text', 'reason', 'ticket', 'risk', 'scope', 'places', 'value_worth', 'hash'],
      ['content_hash', 'hint', 'run_code'],
    ),
    int53: ['number', 'value_rows', 'created_at', 'updated_at'],
    int32: [
      'status',
      'is_stopping',
      'version',
      'revision',
      'stage',
      'is_sensitive',
      'is_auto',
      'is_override',
    ].concat(['has_begun', 'has_written']),
    openText: ['owner_token', 'environment', 'job_id', 'run_words'],
    openInt53: ['window_from', 'window_to', 'decided_at', 'expires_at', 'started_at', 'ended_at'],
  })
  await db.schema
    .createIndex('approval_request_number')
    .unique()
    .on('approval_request')
    .column('number')
    .execute()
  await index(db, 'approval_request_open', 'approval_request', ['execution', 'status'])
  await index(db, 'approval_request_owner', 'approval_request', ['owner_id', 'id'])
  await makeTable(db, 'approval_revision', {
    key: ['request_id', 'revision'],
    text: [
      'request_id',
      'input',
      'about',
      'content',
      'title',
      'reason',
      'hash',
      'content_hash',
      'bases',
    ].concat(['preview', 'call_id', 'by_id', 'by_name', 'by_person']),
    int53: ['at'],
    int32: ['revision'],
    openText: ['by_token'],
  })
  await makeTable(db, 'approval_text', {
    key: ['request_id', 'revision', 'part'],
    text: ['request_id', 'body'],
    int32: ['revision', 'part'],
  })
  await makeTable(db, 'approval_object', { key: ['object', 'request_id'], text: ['request_id', 'object'] })
  await makeTable(db, 'approval_block', {
    key: ['content_hash'],
    text: ['content_hash', 'request_id'],
    int53: ['until', 'at'],
  })
}

async function makeSayings(db: Kysely<unknown>): Promise<void> {
  await makeTable(db, 'approval_vote', {
    key: ['id'],
    text: ['id', 'request_id', 'voter_id', 'voter', 'person', 'voice_id', 'voice_name', 'voice'].concat([
      'decision',
      'reason',
      'hash',
    ]),
    int53: ['at'],
    int32: ['revision', 'stage'],
    openText: ['proof'],
  })
  // One vote of each person in a stage, by whatever account and for whomever.
  for (const who of ['person', 'voice']) {
    await db.schema
      .createIndex(`approval_vote_${who}`)
      .unique()
      .on('approval_vote')
      .columns(['request_id', 'revision', 'stage', who])
      .execute()
  }
  await makeTable(db, 'approval_event', {
    key: ['id'],
    text: ['id', 'request_id', 'what', 'by_name', 'detail'],
    int53: ['at'],
    int32: ['revision'],
    openText: ['by_id'],
  })
  await index(db, 'approval_event_of', 'approval_event', ['request_id', 'id'])
  await makeTable(db, 'approval_comment', {
    key: ['id'],
    text: ['id', 'request_id', 'by_id', 'by_name', 'text'],
    int53: ['at'],
  })
  await index(db, 'approval_comment_of', 'approval_comment', ['request_id', 'id'])
  await makeTable(db, 'approval_watcher', { key: ['request_id', 'user_id'], text: ['request_id', 'user_id'] })
  await makeTable(db, 'approval_override', {
    key: ['request_id'],
    text: ['request_id', 'by_id', 'by_name', 'by_person', 'reason', 'reviewed_by', 'review_note'],
    int53: ['at', 'review_due_at'],
    openText: ['reviewed_by_id'],
    openInt53: ['reviewed_at'],
  })
}

async function makeRules(db: Kysely<unknown>): Promise<void> {
  await makeTable(db, 'approval_policy', {
    key: ['id'],
    text: ['id', 'name', 'body', 'updated_by'],
    int53: ['updated_at'],
    int32: ['version'],
  })
  await makeTable(db, 'approval_settings', {
    key: ['id'],
    int32: ['id', 'is_on', 'version'],
    int53: ['last_number'],
  })
  const row = { id: 1, is_on: 0, version: 0, last_number: 0 } as const
  const own = db as unknown as Kysely<ApprovalTables>
  await own.insertInto('approval_settings').values(row).execute()
  await makeTable(db, 'approval_delegation', {
    key: ['id'],
    text: ['id', 'from_id', 'from_name', 'to_id', 'to_name', 'reason'],
    int53: ['from_at', 'to_at'],
    openInt53: ['ended_at'],
  })
}

/** Effects that kinds of requests had when policies named only these. */
const EFFECTS_OF_TYPES: Readonly<Record<string, readonly string[]>> = {
  'data-edit.commit': ['items', 'currency', 'sensitive'],
  'data-edit.undo': ['items', 'currency', 'sensitive'],
  'data-edit.bulk': ['items', 'currency', 'sensitive', 'many'],
  'data-edit.bulk-undo': ['items', 'currency', 'sensitive', 'many'],
  'custom-function.run': ['items', 'currency', 'sensitive'],
  'custom-function.list': ['items', 'currency', 'sensitive', 'many'],
  'custom-function.schedule': ['items', 'currency', 'sensitive'],
  'mail.send': ['items', 'currency'],
  'mail.takeBack': ['destructive'],
  'codes.release': ['items', 'currency'],
  'access.role': ['rights'],
  'access.grants': ['rights'],
  'access.temporary': ['rights'],
  'access.group': ['rights'],
  'scope.catalogue': ['catalogue'],
}

/** Players and lists of players are named with their game, which ids count within; the others keep their names. */
async function nameGames(db: Kysely<ApprovalTables>): Promise<void> {
  const rows = await db
    .selectFrom('approval_object')
    .innerJoin('approval_request', 'approval_request.id', 'approval_object.request_id')
    .select(['object', 'request_id', 'scope'])
    .where((eb) => eb.or([eb('object', 'like', 'player:%'), eb('object', 'like', 'bulk-list:%')]))
    .execute()
  for (const { object, request_id: id, scope } of rows) {
    const [kind = '', ...rest] = object.split(':')
    const [game = ''] = scope.split('/')
    const named = [kind === 'player' ? kind : 'players', game, ...rest].join(':')
    await db
      .updateTable('approval_object')
      .set({ object: named })
      .where('object', '=', object)
      .where('request_id', '=', id)
      .execute()
  }
}

/** A policy asks for what it asked for, and for other ways to the same effects; its page says so until somebody saves it. */
async function widenPolicies(db: Kysely<ApprovalTables>): Promise<void> {
  for (const { id, body } of await db.selectFrom('approval_policy').select(['id', 'body']).execute()) {
    const policy = parseJsonText(body) as { match: { types: string[] } }
    const effects = [...new Set(policy.match.types.flatMap((type) => EFFECTS_OF_TYPES[type] ?? []))]
    const match = { ...policy.match, effects }
    await db
      .updateTable('approval_policy')
      .set({ body: JSON.stringify({ ...policy, match }), is_widened: effects.length > 0 ? 1 : 0 })
      .where('id', '=', id)
      .execute()
  }
}

export const approvalMigrations: Migration[] = [
  {
    name: 'approvals-0001-requests',
    async up(db) {
      await makeRequests(db)
      await makeSayings(db)
      await makeRules(db)
    },
  },
  {
    name: 'approvals-0002-untold',
    async up(db) {
      await makeTable(db, 'approval_untold', { key: ['type', 'object'], text: ['type', 'object'] })
      await index(db, 'approval_object_of', 'approval_object', ['request_id'])
      // Owners that follow requests from now on hear of those there are.
      await sql`insert into approval_untold (type, object)
        select distinct r.type, o.object from approval_object o join approval_request r on r.id = o.request_id
        where r.type in ('mail.send', 'codes.release')`.execute(db)
    },
  },
  {
    name: 'approvals-0003-deeds',
    async up(db) {
      await makeTable(db, 'approval_deed', {
        key: ['what'],
        text: ['what', 'request_id', 'undone_by_id', 'undone_by', 'undone_in'],
        openInt53: ['undone_at'],
      })
      await index(db, 'approval_deed_of', 'approval_deed', ['request_id'])
      await index(db, 'approval_request_job', 'approval_request', ['job_id'])
    },
  },
  {
    name: 'approvals-0004-gives',
    async up({ schema }) {
      await schema.alterTable('approval_request').addColumn('gives', column.text).execute()
    },
  },
  {
    name: 'approvals-0005-proof-keys',
    async up(db) {
      await makeTable(db, 'approval_proof_key', {
        key: ['fingerprint'],
        text: ['fingerprint', 'slot', 'public_key', 'sealed', 'state', 'made_in'],
        int53: ['made_at'],
        openInt53: ['ended_at', 'from_seq', 'to_seq'],
        openText: ['ended_in'],
      })
      await db.schema
        .createIndex('approval_proof_key_slot')
        .on('approval_proof_key')
        .column('slot')
        .unique()
        .execute()
    },
  },
  {
    name: 'approvals-0006-gaps',
    async up(db) {
      await makeTable(db, 'approval_gap', { key: ['gap'], text: ['gap'], int53: ['at'] })
    },
  },
  {
    name: 'approvals-0007-effects',
    async up(db) {
      for (const name of ['has_more_rows', 'is_worth_complete'] as const) {
        await db.schema
          .alterTable('approval_request')
          .addColumn(name, column.int32, (c) => c.notNull().defaultTo(0))
          .execute()
      }
      await db.schema
        .alterTable('approval_request')
        .addColumn('effects', column.text, (c) => c.notNull().defaultTo('{"known":[],"isComplete":false}'))
        .execute()
      await db.schema
        .alterTable('approval_policy')
        .addColumn('is_widened', column.int32, (c) => c.notNull().defaultTo(0))
        .execute()
      // Until now what had no value was counted as nothing, so that a sum is the least it can be.
      await sql`update approval_request set value_worth = '0' where value_worth = ''`.execute(db)
      await nameGames(db as unknown as Kysely<ApprovalTables>)
      await widenPolicies(db as unknown as Kysely<ApprovalTables>)
    },
  },
  {
    name: 'approvals-0008-event-words',
    async up({ schema }) {
      await schema.alterTable('approval_event').addColumn('words', column.text).execute()
    },
  },
]
