import type { Migration } from '@qd/store'
import { column } from '@qd/store'
import { GENESIS_HASH } from './chain-row.ts'

/** Deployments on PostgreSQL additionally revoke UPDATE and DELETE on `audit_log` from the console's role. */
export const auditMigrations: Migration[] = [
  {
    name: '0001-audit-log',
    async up(db) {
      await db.schema
        .createTable('audit_log')
        .addColumn('seq', column.int53, (c) => c.primaryKey())
        .addColumn('at', column.int53, (c) => c.notNull())
        .addColumn('kind', column.text, (c) => c.notNull())
        .addColumn('ref', column.int53, (c) => c.unique())
        .addColumn('actor_id', column.text, (c) => c.notNull())
        .addColumn('action', column.text, (c) => c.notNull())
        .addColumn('scope', column.text, (c) => c.notNull())
        .addColumn('target', column.text, (c) => c.notNull())
        .addColumn('status', column.int32)
        .addColumn('entry', column.text, (c) => c.notNull())
        .addColumn('prev_hash', column.text, (c) => c.notNull())
        .addColumn('hash', column.text, (c) => c.notNull())
        .execute()
      await db.schema
        .createTable('audit_head')
        .addColumn('id', column.int32, (c) => c.primaryKey())
        .addColumn('seq', column.int53, (c) => c.notNull())
        .addColumn('hash', column.text, (c) => c.notNull())
        .execute()
      await db
        .withTables<{ audit_head: { id: number; seq: number; hash: string } }>()
        .insertInto('audit_head')
        .values({ id: 1, seq: 0, hash: GENESIS_HASH })
        .execute()
    },
  },
]
