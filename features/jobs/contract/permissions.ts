import { definePermission } from '@qd/contract-kit'

/** Sees the jobs of others at the places the grant covers; everybody sees their own. */
export const readJobs = definePermission({
  routerName: 'jobs',
  code: 'read',
  type: 'menu',
  heldBy: ['reviewer'],
})

/** Pauses, resumes and cancels the jobs of others there. */
export const controlJobs = definePermission({
  routerName: 'jobs',
  code: 'control',
  type: 'button',
  heldBy: [],
})
