import { z } from '@qd/contract-kit'

/** Kinds of audit rows: intent before an outside effect, outcome after it, commit for a change within the store, refusal. */
export const auditKind = z.enum(['intent', 'outcome', 'commit', 'refused', 'event'])
export type AuditKind = z.infer<typeof auditKind>

export * from './chain.ts'
export * from './entry.ts'
export * from './errors.ts'
export * from './export.ts'
export * from './permissions.ts'
