import type { PermissionTriple } from '@qd/contract-kit'

/** Sees the jobs of others at the places the grant covers; everybody sees his own. */
export const readJobs: PermissionTriple = { routerName: 'jobs', code: 'read', type: 'menu' }
/** Pauses, resumes and cancels the jobs of others there. */
export const controlJobs: PermissionTriple = { routerName: 'jobs', code: 'control', type: 'button' }
