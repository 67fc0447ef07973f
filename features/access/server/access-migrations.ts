import { column } from '@qd/store'
import type { Migration } from '@qd/store'
import { sql } from 'kysely'
import type { Kysely } from 'kysely'
import type { AccessTables } from './access-tables.ts'

/** Siblings of one name were possible before; the later ones keep theirs with the end of their id behind it. */
async function tellSiblingsApart(db: Kysely<AccessTables>): Promise<void> {
  const groups = await db.selectFrom('user_group').select(['id', 'name', 'parent_id']).orderBy('id').execute()
  const taken = new Set<string>()
  for (const { id, name, parent_id: parentId } of groups) {
    const place = JSON.stringify([parentId, name])
    if (taken.has(place)) {
      const renamed = `${name} ${id.slice(-6)}`
      await db.updateTable('user_group').set({ name: renamed }).where('id', '=', id).execute()
    }
    taken.add(place)
  }
}

/** A key cannot be changed in place on one of the databases, so the table is made anew. */
async function narrowHeld(db: Kysely<AccessTables>, table: 'user_role' | 'group_role'): Promise<void> {
  const { schema } = db
  const holder = table === 'user_role' ? 'user_id' : 'group_id'
  const made = `${table}_narrowed`
  await schema
    .createTable(made)
    .addColumn(holder, column.text, (c) =>
      table === 'user_role' ? c.notNull() : c.notNull().references('user_group.id').onDelete('cascade'),
    )
    .addColumn('role_id', column.text, (c) => c.notNull().references('role.id').onDelete('cascade'))
    .addColumn('scope', column.text, (c) => c.notNull())
    .addColumn('environment', column.text, (c) => c.notNull())
    .addColumn('ends_at', column.int53)
    .addColumn('resource_kind', column.text, (c) => c.notNull().defaultTo(''))
    .addColumn('resource_pattern', column.text, (c) => c.notNull().defaultTo(''))
    .addPrimaryKeyConstraint(`${table}_narrowed_key`, [
      holder,
      'role_id',
      'scope',
      'environment',
      'resource_kind',
      'resource_pattern',
    ])
    .execute()
  const kept = sql.join([holder, 'role_id', 'scope', 'environment', 'ends_at'].map((name) => sql.ref(name)))
  await sql`insert into ${sql.table(made)} (${kept}) select ${kept} from ${sql.table(table)}`.execute(db)
  await schema.dropTable(table).execute()
  await schema.alterTable(made).renameTo(table).execute()
  await schema.createIndex(`${table}_role`).on(table).column('role_id').execute()
  await schema.createIndex(`${table}_end`).on(table).column('ends_at').execute()
}

async function makeReviews({ schema }: Kysely<AccessTables>): Promise<void> {
  await schema
    .createTable('access_review')
    .addColumn('id', column.text, (c) => c.primaryKey())
    .addColumn('quarter', column.text, (c) => c.notNull())
    .addColumn('scope', column.text, (c) => c.notNull())
    .addColumn('opened_at', column.int53, (c) => c.notNull())
    .addColumn('opened_by_id', column.text, (c) => c.notNull())
    .addColumn('opened_by', column.text, (c) => c.notNull())
    .addColumn('signed_at', column.int53)
    .addColumn('signed_by_id', column.text)
    .addColumn('signed_by', column.text, (c) => c.notNull())
    .addColumn('version', column.int32, (c) => c.notNull())
    .addUniqueConstraint('access_review_of', ['quarter', 'scope'])
    .execute()
  let items = schema
    .createTable('access_review_item')
    .addColumn('review_id', column.text, (c) =>
      c.notNull().references('access_review.id').onDelete('cascade'),
    )
    .addColumn('item', column.int32, (c) => c.notNull())
    .addColumn('user_id', column.text)
    .addColumn('group_id', column.text)
    .addColumn('decided_by_id', column.text)
  for (const name of [
    'kind',
    'username',
    'name',
    'account_state',
    'group_name',
    'grants',
    'words',
    'use',
    'decision',
    'reason',
    'decided_by',
  ] as const) {
    items = items.addColumn(name, column.text, (c) => c.notNull())
  }
  for (const name of ['used_at', 'last_login_at', 'decided_at'] as const) {
    items = items.addColumn(name, column.int53)
  }
  await items.addPrimaryKeyConstraint('access_review_item_key', ['review_id', 'item']).execute()
  await schema
    .createIndex('access_review_item_decision')
    .on('access_review_item')
    .columns(['review_id', 'decision', 'item'])
    .execute()
}

export const accessMigrations: Migration[] = [
  {
    name: '0001-access',
    async up(db) {
      const { schema } = db
      await schema
        .createTable('role')
        .addColumn('id', column.text, (c) => c.primaryKey())
        .addColumn('code', column.text, (c) => c.notNull().unique())
        .addColumn('name', column.text, (c) => c.notNull())
        .addColumn('built_in', column.int32, (c) => c.notNull())
        .execute()
      await schema
        .createTable('role_permission')
        .addColumn('role_id', column.text, (c) => c.notNull().references('role.id').onDelete('cascade'))
        .addColumn('permission_key', column.text, (c) => c.notNull())
        .addPrimaryKeyConstraint('role_permission_key', ['role_id', 'permission_key'])
        .execute()
      await schema
        .createTable('user_role')
        .addColumn('user_id', column.text, (c) => c.notNull())
        .addColumn('role_id', column.text, (c) => c.notNull().references('role.id').onDelete('cascade'))
        .addColumn('scope', column.text, (c) => c.notNull())
        .addColumn('environment', column.text, (c) => c.notNull())
        .addPrimaryKeyConstraint('user_role_key', ['user_id', 'role_id', 'scope', 'environment'])
        .execute()
      await schema
        .createTable('user_group')
        .addColumn('id', column.text, (c) => c.primaryKey())
        .addColumn('name', column.text, (c) => c.notNull())
        .addColumn('parent_id', column.text, (c) => c.references('user_group.id').onDelete('cascade'))
        .execute()
      await schema
        .createTable('user_group_member')
        .addColumn('group_id', column.text, (c) =>
          c.notNull().references('user_group.id').onDelete('cascade'),
        )
        .addColumn('user_id', column.text, (c) => c.notNull())
        .addPrimaryKeyConstraint('user_group_member_key', ['group_id', 'user_id'])
        .execute()
      await schema.createIndex('user_group_member_user').on('user_group_member').column('user_id').execute()
    },
  },
  {
    name: '0002-access-administration',
    async up(db) {
      const { schema } = db
      await schema
        .alterTable('role')
        .addColumn('version', column.int32, (c) => c.notNull().defaultTo(1))
        .execute()
      await schema.alterTable('role').addColumn('created_by', column.text).execute()
      await schema.createIndex('user_role_role').on('user_role').column('role_id').execute()
      await schema.alterTable('user_group').addColumn('external_name', column.text).execute()
      await schema.alterTable('user_group').addColumn('created_by', column.text).execute()
      await tellSiblingsApart(db as Kysely<AccessTables>)
      await schema
        .createIndex('user_group_name')
        .on('user_group')
        .unique()
        .expression(sql`(coalesce(parent_id, '')), name`)
        .execute()
      await schema
        .createIndex('user_group_external')
        .on('user_group')
        .unique()
        .column('external_name')
        .execute()
      await schema
        .createTable('group_role')
        .addColumn('group_id', column.text, (c) =>
          c.notNull().references('user_group.id').onDelete('cascade'),
        )
        .addColumn('role_id', column.text, (c) => c.notNull().references('role.id').onDelete('cascade'))
        .addColumn('scope', column.text, (c) => c.notNull())
        .addColumn('environment', column.text, (c) => c.notNull())
        .addPrimaryKeyConstraint('group_role_key', ['group_id', 'role_id', 'scope', 'environment'])
        .execute()
      await schema.createIndex('group_role_role').on('group_role').column('role_id').execute()
      await schema
        .createTable('user_inviter')
        .addColumn('user_id', column.text, (c) => c.primaryKey())
        .addColumn('invited_by', column.text, (c) => c.notNull())
        .execute()
      await schema
        .createTable('access_stamp')
        .addColumn('id', column.int32, (c) => c.primaryKey())
        .addColumn('value', column.int53, (c) => c.notNull())
        .execute()
      await (db as Kysely<AccessTables>).insertInto('access_stamp').values({ id: 1, value: 0 }).execute()
    },
  },
  {
    name: 'access-0003-ends',
    async up({ schema }) {
      for (const table of ['user_role', 'group_role', 'user_group_member']) {
        await schema.alterTable(table).addColumn('ends_at', column.int53).execute()
        await schema.createIndex(`${table}_end`).on(table).column('ends_at').execute()
      }
    },
  },
  {
    name: 'access-0004-resources',
    async up(db) {
      await narrowHeld(db as Kysely<AccessTables>, 'user_role')
      await narrowHeld(db as Kysely<AccessTables>, 'group_role')
    },
  },
  {
    name: 'access-0005-reviews',
    up: (db) => makeReviews(db as Kysely<AccessTables>),
  },
  {
    name: 'access-0006-given',
    async up({ schema }) {
      for (const table of ['user_role', 'group_role', 'user_group_member'])
        await schema.alterTable(table).addColumn('given_at', column.int53).execute()
    },
  },
]
