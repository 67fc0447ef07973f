import type { Grant } from '@qd/contract-kit'
import type { AuditEntry } from '@qd/server-kit'
import type { Store } from '@qd/store'
import { auditMigrations, createAuditFeature } from '../index.ts'
import type { AuditLine, AuditSurroundings, AuditTables } from '../index.ts'

export { auditMigrations }

export const LINES: readonly AuditLine[] = [
  { path: 'lantern/northwind/nw-test', environment: 'test' },
  { path: 'lantern/northwind/nw-prod', environment: 'production' },
  { path: 'lantern/harbour/hb-prod', environment: 'production' },
]

export const READER = ['audit.entry.read', 'audit.entry.export']

export const grant = (scope: string, environment: Grant['environment'] = '*', codes = READER): Grant => ({
  scope,
  environment,
  codes,
})

export function entryOf(rest: Partial<AuditEntry> = {}): AuditEntry {
  return {
    requestId: 'r1',
    actorId: 'u1',
    actor: 'lin',
    sessionId: 's1',
    address: '127.0.0.1',
    action: 'data-edit.commit',
    risk: 'R2',
    scope: 'lantern/northwind/nw-test/123',
    target: '30123000045',
    reason: '',
    detail: {},
    ...rest,
  }
}

/** The feature over a store, with a clock of its own. */
export function auditWorld(store: Store<AuditTables>, rest: AuditSurroundings & { limitMs?: number } = {}) {
  const clock = { nowMs: Date.UTC(2026, 10, 21, 12) }
  const feature = createAuditFeature({
    store,
    secretBox: { digest: (plain: string) => `hmac:${plain.length}` },
    nowMs: () => clock.nowMs,
    lines: () => LINES,
    ...rest,
  })
  return { feature, audit: feature.audit, clock }
}
