import type { PermissionTriple } from '@qd/contract-kit'

const button = (routerName: string, code: string) =>
  ({ routerName, code, type: 'button' }) as const satisfies PermissionTriple

export const readUsers = button('users', 'user.read')
export const inviteUser = button('users', 'user.invite')
export const editUser = button('users', 'user.edit')
export const assignGrants = button('users', 'grant.assign')
export const readRoles = button('roles', 'role.read')
export const editRole = button('roles', 'role.edit')
export const readGroups = button('groups', 'group.read')
export const editGroup = button('groups', 'group.edit')
