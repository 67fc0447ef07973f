import { openStore } from '@qd/store'
import type { AuditTables } from '../index.ts'
import { auditMigrations, createAuditFeature } from '../index.ts'

/** Child of the crash test: appends as fast as it can and prints each row's id once it is durable. */
const store = await openStore<AuditTables>({ dataDir: process.argv[2]!, migrations: auditMigrations })
const { audit } = createAuditFeature({ store, secretBox: { digest: () => '' } })
const entry = {
  requestId: 'r',
  actorId: 'u',
  actor: 'admin',
  sessionId: 's',
  address: '127.0.0.1',
  action: 'data-edit.commit',
  risk: 'R2' as const,
  scope: '*',
  target: '1',
  reason: '',
  detail: {},
}

async function appendForever(): Promise<void> {
  for (;;) process.stdout.write(`${await audit.intent(entry)}\n`)
}
await Promise.all(Array.from({ length: 8 }, appendForever))
