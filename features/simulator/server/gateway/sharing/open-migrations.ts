import { column } from '@qd/store'
import type { Migration } from '@qd/store'

export const openMigrations: Migration[] = [
  {
    name: 'simulator-0008-open',
    async up(db) {
      let open = db.schema.createTable('simulator_open').addColumn('id', column.text, (c) => c.primaryKey())
      for (const each of ['node_id', 'game', 'u_id', 'username'])
        open = open.addColumn(each, column.text, (c) => c.notNull())
      await open.addColumn('ends_at', column.int53, (c) => c.notNull()).execute()
    },
  },
]
