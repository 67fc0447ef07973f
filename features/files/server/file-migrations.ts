import { column } from '@qd/store'
import type { Migration } from '@qd/store'

export const fileMigrations: Migration[] = [
  {
    name: 'files-0001-files',
    async up(db) {
      let file = db.schema.createTable('file').addColumn('id', column.text, (c) => c.primaryKey())
      for (const each of ['use_name', 'name', 'owner_id']) {
        file = file.addColumn(each, column.text, (c) => c.notNull())
      }
      for (const each of ['size', 'received', 'writer_until', 'created_at', 'expires_at']) {
        file = file.addColumn(each, column.int53, (c) => c.notNull())
      }
      await file.addColumn('sha256', column.text).addColumn('writer', column.text).execute()
      await db.schema.createIndex('file_owner').on('file').column('owner_id').execute()
      await db.schema.createIndex('file_expires').on('file').column('expires_at').execute()
      await db.schema.createIndex('file_content').on('file').column('sha256').execute()
      await db.schema
        .createTable('file_node')
        .addColumn('node', column.text, (c) => c.primaryKey())
        .addColumn('folder', column.text, (c) => c.notNull())
        .addColumn('seen_at', column.int53, (c) => c.notNull())
        .execute()
    },
  },
  {
    name: 'files-0002-rewritten',
    async up(db) {
      // Uploads under way begin without a hash that ran along: they are hashed as a whole at their end.
      await db.schema
        .alterTable('file')
        .addColumn('is_rewritten', column.int32, (c) => c.notNull().defaultTo(1))
        .execute()
    },
  },
]
