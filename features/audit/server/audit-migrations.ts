import type { Migration } from '@qd/store'
import { column } from '@qd/store'
import { sql } from 'kysely'
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
  {
    // Beside the chain, so that no column of it changes; filled by `createEntryIndex` in bounded steps.
    name: 'audit-0002-search',
    async up(db) {
      await db.schema
        .createTable('audit_search')
        .addColumn('seq', column.int53, (c) => c.primaryKey())
        .addColumn('at', column.int53, (c) => c.notNull())
        .addColumn('high_at', column.int53, (c) => c.notNull())
        .addColumn('actor_id', column.text, (c) => c.notNull())
        .addColumn('actor', column.text, (c) => c.notNull())
        .addColumn('action', column.text, (c) => c.notNull())
        .addColumn('scope', column.text, (c) => c.notNull())
        .addColumn('target', column.text, (c) => c.notNull())
        .addColumn('risk', column.int32, (c) => c.notNull())
        .addColumn('result', column.int32, (c) => c.notNull())
        .addColumn('request_id', column.text, (c) => c.notNull())
        .addColumn('session_id', column.text, (c) => c.notNull())
        .addColumn('outcome_seq', column.int53)
        .addColumn('words', column.text, (c) => c.notNull())
        .execute()
      for (const each of ['actor_id', 'actor', 'action', 'target', 'request_id', 'session_id', 'high_at']) {
        await db.schema
          .createIndex(`audit_search_${each}`)
          .on('audit_search')
          .columns([each, 'seq'])
          .execute()
      }
      // Almost every row went well: only the others are worth an index.
      await sql`create index audit_search_result on audit_search (result, seq) where result <> 0`.execute(db)
      await db.schema
        .createTable('audit_state')
        .addColumn('name', column.text, (c) => c.primaryKey())
        .addColumn('value', column.text, (c) => c.notNull())
        .execute()
      await db
        .withTables<{ audit_state: { name: string; value: string } }>()
        .insertInto('audit_state')
        .values(['search', 'verify', 'ship'].map((name) => ({ name, value: '{}' })))
        .execute()
    },
  },
]
