import { defineApproval } from '@qd/contract-kit'

/** Roles, and what they give. */
export const roleApproval = defineApproval({ type: 'access.role', title: 'access.role' })
/** Who holds which role where. */
export const grantApproval = defineApproval({ type: 'access.grants', title: 'access.grants' })
/** A role for some hours, for whoever asks for it. */
export const temporaryApproval = defineApproval({
  type: 'access.temporary',
  title: 'access.temporary',
  isAlways: true,
})
/** Groups with their members, who hold what the group holds. */
export const groupApproval = defineApproval({ type: 'access.group', title: 'access.group' })
