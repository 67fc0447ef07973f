import type { AuditPort, ServerFeature } from '@qd/server-kit'
import { createAudit } from './create-audit.ts'
import type { AuditDeps } from './create-audit.ts'
import { pendingIntents } from './pending-intents.ts'
import type { UnknownIntent } from './pending-intents.ts'

export { auditMigrations } from './audit-migrations.ts'
export type { AuditTables } from './audit-tables.ts'
export type { AuditDeps } from './create-audit.ts'
export type { UnknownIntent } from './pending-intents.ts'
export { verifyAudit } from './verify-audit.ts'
export type { ChainHead, Verdict } from './verify-audit.ts'
export { runVerifyAudit } from './verify-command.ts'

export interface AuditFeature extends ServerFeature {
  audit: AuditPort
  /** Intents without outcome, older than `beforeMs`: their effect is unknown. */
  pendingIntents(options: { beforeMs: number; limit?: number }): Promise<UnknownIntent[]>
}

/** The audit chain; it has no calls of its own yet. */
export function createAuditFeature(deps: AuditDeps): AuditFeature {
  return {
    name: 'audit',
    texts: new URL('../contract/locales/', import.meta.url),
    routes: [],
    audit: createAudit(deps),
    pendingIntents: (options) => pendingIntents(deps.store, options),
  }
}
