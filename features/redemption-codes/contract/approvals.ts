import { defineApproval } from '@qd/contract-kit'

/** Kept with each request, so that the type never changes. */
export const releaseApproval = defineApproval({ type: 'codes.release', title: 'codes.release' })
