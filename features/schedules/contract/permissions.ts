import { definePermission } from '@qd/contract-kit'

/** Sees the entries of others at the places the grant covers, and those of the system; everybody sees their own. */
export const readSchedules = definePermission({
  routerName: 'schedules',
  code: 'read',
  type: 'menu',
  heldBy: ['reviewer'],
})

/** Pauses, resumes, changes and deletes the entries of others there, and is told when one stops. */
export const manageSchedules = definePermission({
  routerName: 'schedules',
  code: 'manage',
  type: 'button',
  heldBy: [],
})
