import { definePermission } from '@qd/contract-kit'

export const readUsers = definePermission({
  routerName: 'users',
  code: 'user.read',
  type: 'button',
  heldBy: ['reviewer'],
})

export const inviteUser = definePermission({
  routerName: 'users',
  code: 'user.invite',
  type: 'button',
  heldBy: [],
})

export const editUser = definePermission({
  routerName: 'users',
  code: 'user.edit',
  type: 'button',
  heldBy: [],
})

export const assignGrants = definePermission({
  routerName: 'users',
  code: 'grant.assign',
  type: 'button',
  heldBy: [],
})

export const readRoles = definePermission({
  routerName: 'roles',
  code: 'role.read',
  type: 'button',
  heldBy: ['reviewer'],
})

export const editRole = definePermission({
  routerName: 'roles',
  code: 'role.edit',
  type: 'button',
  heldBy: [],
})

/** Looks through who holds what at a place, once a quarter, and says of each whether it stays. */
export const reviewAccess = definePermission({
  routerName: 'reviews',
  code: 'access.review',
  type: 'menu',
  heldBy: ['reviewer'],
})

export const readGroups = definePermission({
  routerName: 'groups',
  code: 'group.read',
  type: 'button',
  heldBy: ['reviewer'],
})

export const editGroup = definePermission({
  routerName: 'groups',
  code: 'group.edit',
  type: 'button',
  heldBy: [],
})
