import { column } from '@qd/store'
import type { Migration } from '@qd/store'

const TEXTS = ['game', 'owner_id', 'owner', 'folder', 'name', 'message', 'share', 'body']

export const requestMigrations: Migration[] = [
  {
    name: 'simulator-0005-requests',
    async up(db) {
      let request = db.schema
        .createTable('simulator_request')
        .addColumn('id', column.text, (c) => c.primaryKey())
      for (const each of TEXTS) request = request.addColumn(each, column.text, (c) => c.notNull())
      await request
        .addColumn('revision', column.int32, (c) => c.notNull())
        .addColumn('updated_at', column.int53, (c) => c.notNull())
        .execute()
      await db.schema
        .createIndex('simulator_request_owner')
        .on('simulator_request')
        .columns(['game', 'owner_id'])
        .execute()
      // Two saves at once both find the name free; the second one fails here.
      await db.schema
        .createIndex('simulator_request_name')
        .unique()
        .on('simulator_request')
        .columns(['game', 'owner_id', 'folder', 'name'])
        .execute()
    },
  },
]
