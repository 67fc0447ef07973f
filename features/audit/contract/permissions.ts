import { definePermission } from '@qd/contract-kit'

/** Sees the rows of the scopes the grant covers. */
export const readAudit = definePermission({
  routerName: 'audit',
  code: 'entry.read',
  type: 'menu',
  heldBy: ['reviewer'],
})

export const exportAudit = definePermission({
  routerName: 'audit',
  code: 'entry.export',
  type: 'button',
  heldBy: [],
})

export const verifyAuditChain = definePermission({
  routerName: 'audit',
  code: 'chain.verify',
  type: 'button',
  heldBy: [],
})
