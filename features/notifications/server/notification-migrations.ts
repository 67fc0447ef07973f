import { column } from '@qd/store'
import type { Migration } from '@qd/store'
import type { Kysely } from 'kysely'

interface Shape {
  texts: readonly string[]
  numbers?: readonly string[]
  flags?: readonly string[]
  maybeTexts?: readonly string[]
  maybeNumbers?: readonly string[]
  key: readonly string[]
}

async function create(db: Kysely<unknown>, name: string, shape: Shape): Promise<void> {
  let table = db.schema.createTable(name)
  for (const each of shape.texts) table = table.addColumn(each, column.text, (c) => c.notNull())
  for (const each of shape.numbers ?? []) table = table.addColumn(each, column.int53, (c) => c.notNull())
  for (const each of shape.flags ?? []) table = table.addColumn(each, column.int32, (c) => c.notNull())
  for (const each of shape.maybeTexts ?? []) table = table.addColumn(each, column.text)
  for (const each of shape.maybeNumbers ?? []) table = table.addColumn(each, column.int53)
  await table.addPrimaryKeyConstraint(`${name}_key`, [...shape.key] as never[]).execute()
}

export const notificationMigrations: Migration[] = [
  {
    name: 'notifications-0001-notifications',
    async up(db) {
      await create(db, 'notice', {
        texts: ['id', 'kind', 'level', 'notice_key', 'params', 'audience'],
        numbers: ['at'],
        flags: ['is_waiting'],
        maybeTexts: ['page', 'scope'],
        key: ['id'],
      })
      await create(db, 'notification', {
        texts: ['user_id', 'kind', 'notice_key', 'notice_id'],
        maybeNumbers: ['read_at'],
        key: ['user_id', 'kind', 'notice_key'],
      })
      await create(db, 'notification_choice', {
        texts: ['user_id', 'kind'],
        flags: ['in_console', 'by_mail'],
        key: ['user_id', 'kind'],
      })
      await create(db, 'notification_mail', {
        texts: ['user_id', 'address', 'lang', 'waiting', 'code'],
        numbers: ['code_until', 'sent_since'],
        flags: ['code_tries', 'codes_sent'],
        key: ['user_id'],
      })
      await create(db, 'webhook', {
        texts: ['id', 'name', 'scope', 'kinds', 'shape', 'lang', 'origin', 'url', 'secret'],
        flags: ['version', 'allow_private', 'allow_loopback', 'is_on', 'is_off_by_failure'],
        maybeNumbers: ['fails_since', 'last_sent_at'],
        key: ['id'],
      })
      await create(db, 'notice_delivery', {
        texts: ['id', 'way', 'target', 'kind', 'notice_key', 'notice_id', 'state', 'fault'],
        numbers: ['not_before', 'created_at'],
        flags: ['tries'],
        maybeNumbers: ['ended_at', 'status'],
        key: ['id'],
      })
      await create(db, 'notice_lane', {
        texts: ['way', 'target'],
        numbers: ['not_before'],
        flags: ['tries'],
        key: ['way', 'target'],
      })
      const index = (name: string, table: string, columns: string[]) =>
        db.schema
          .createIndex(name)
          .on(table)
          .columns(columns as never[])
      await index('notice_waiting', 'notice', ['is_waiting', 'id']).execute()
      await index('notification_own', 'notification', ['user_id', 'notice_id']).execute()
      await index('notification_of', 'notification', ['notice_id']).execute()
      await index('delivery_due', 'notice_delivery', ['state', 'not_before']).execute()
      await index('delivery_target', 'notice_delivery', ['target', 'notice_id']).execute()
      await index('delivery_of', 'notice_delivery', ['notice_id']).execute()
      await index('delivery_once', 'notice_delivery', ['way', 'target', 'kind', 'notice_key'])
        .unique()
        .execute()
    },
  },
  {
    name: 'notifications-0002-makers',
    async up({ schema }) {
      await schema
        .alterTable('webhook')
        .addColumn('saved_by', column.text, (c) => c.notNull().defaultTo(''))
        .execute()
      await schema
        .alterTable('webhook')
        .addColumn('is_off_by_rights', column.int32, (c) => c.notNull().defaultTo(0))
        .execute()
      await schema
        .alterTable('notification')
        .addColumn('written_at', column.int53, (c) => c.notNull().defaultTo(0))
        .execute()
    },
  },
]
