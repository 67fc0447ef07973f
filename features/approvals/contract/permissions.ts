import { definePermission } from '@qd/contract-kit'

/** Sees requests of others at the places the grant covers; everybody sees their own, and those they are asked about. */
export const seeApprovals = definePermission({
  routerName: 'approvals',
  code: 'see',
  type: 'menu',
  heldBy: ['operator', 'developer', 'reviewer'],
})

/** Approves and rejects there. */
export const decideApprovals = definePermission({
  routerName: 'approvals',
  code: 'decide',
  type: 'button',
  heldBy: ['reviewer'],
})

/** Ends a request for good, also one that is approved or being executed. */
export const vetoApprovals = definePermission({
  routerName: 'approvals',
  code: 'veto',
  type: 'button',
  heldBy: [],
})

/** Executes without the approvals in an emergency. */
export const bypassApprovals = definePermission({
  routerName: 'approvals',
  code: 'bypass',
  type: 'button',
  heldBy: [],
})

/** Asks for changes of policies and of whether approvals are on. */
export const editPolicies = definePermission({
  routerName: 'approvals',
  code: 'policies',
  type: 'button',
  heldBy: [],
})
