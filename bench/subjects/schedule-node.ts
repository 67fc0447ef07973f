import { createAuditFeature } from '@qd/audit/server'
import { createSchedulesFeature } from '@qd/schedules/server'
import { serveSchedule } from '@qd/server-kit'
import { openStore } from '@qd/store'
import { TICK, benchMigrations } from '../tools/schedule-tables.ts'
import type { TickTables } from '../tools/schedule-tables.ts'

/*
 * A node that runs entries and nothing else: `node schedule-node.ts DATABASE_URL NAME`. Each run leaves a row in the audited
 * transaction that only the holder of the run can commit.
 */

const [databaseUrl = '', name = ''] = process.argv.slice(2)
const store = await openStore<never>({ databaseUrl, migrations: benchMigrations })
const { audit } = createAuditFeature({ store: store.as(), secretBox: { digest: (plain) => plain } })
const owner = {
  userId: 'bench',
  username: 'bench',
  name: 'bench',
  sessionId: 'bench',
  roles: [],
  grants: [{ scope: '*', environment: '*' as const, codes: ['*'] }],
}
const tick = serveSchedule(TICK, {
  async run({ key, ctx }) {
    await ctx.commit<TickTables, void>(async (tx) => {
      await tx.insertInto('tick').values({ key, node: name, at: Date.now() }).execute()
    })
    return {}
  },
})
const schedules = createSchedulesFeature({
  store: store.as(),
  audit,
  callers: { of: async () => owner, ofToken: async () => null },
  scope: { resolve: () => ({ kind: 'places', places: [{}] }) },
  notifications: { tell: async () => undefined },
  policies: { isOn: async () => false, asked: async () => null },
  namesOf: () => [],
  kinds: () => [tick],
  systemEntries: () => [],
  systemZone: 'UTC',
  jobsOf: async () => new Map(),
  texts: { title: (_lang, key) => key, text: (_lang, key) => key, error: (error) => error.def.code },
  log: { error: (detail, message) => console.error(message, detail) },
})
await schedules.start()
// Timers of the engine hold no process open; a console is held by its server.
setInterval(() => undefined, 60_000)
console.log(`ready at schedules:${name}`)
