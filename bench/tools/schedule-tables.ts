import { auditMigrations } from '@qd/audit/server'
import { definePermission, defineSchedule, z } from '@qd/contract-kit'
import { scheduleMigrations } from '@qd/schedules/server'
import { column, leaseMigrations } from '@qd/store'
import type { Migration } from '@qd/store'

/** What each run of the bench leaves. */
export interface TickTables {
  tick: { key: string; node: string; at: number }
}

const tickMigration: Migration = {
  name: 'bench-0001-tick',
  async up(db) {
    // No constraint: what runs twice shall be seen.
    await db.schema
      .createTable('tick')
      .addColumn('key', column.text, (c) => c.notNull())
      .addColumn('node', column.text, (c) => c.notNull())
      .addColumn('at', column.int53, (c) => c.notNull())
      .execute()
  },
}

export const benchMigrations = [...auditMigrations, ...leaseMigrations, ...scheduleMigrations, tickMigration]

/** The kind of the bench's entries. */
export const TICK = defineSchedule({
  name: 'bench.tick',
  title: 'bench.tick',
  permission: definePermission({ routerName: 'bench', code: 'tick', type: 'job', heldBy: [] }),
  risk: 'R1',
  mayOverlap: true,
  params: z.object({}),
})
