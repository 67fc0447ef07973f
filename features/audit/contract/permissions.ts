import type { PermissionTriple } from '@qd/contract-kit'

/** Sees the rows of the scopes the grant covers. */
export const readAudit: PermissionTriple = { routerName: 'audit', code: 'entry.read', type: 'menu' }
export const exportAudit: PermissionTriple = { routerName: 'audit', code: 'entry.export', type: 'button' }
export const verifyAuditChain: PermissionTriple = {
  routerName: 'audit',
  code: 'chain.verify',
  type: 'button',
}
