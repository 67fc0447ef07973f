import type { WebFeature } from '@qd/web-frame'
import { lazy } from 'react'
import { readGroups, readRoles, readUsers } from '../contract/index.ts'
import { PreviewBanner } from './preview/preview-banner.tsx'
import './texts.ts'
import './users/slots.ts'
import { builtInRoleName } from './words/role-name.ts'
import { RoleNames } from './words/role-names.tsx'

/** Users, roles and groups for administrators. */
export const webFeature: WebFeature = {
  name: 'access',
  pages: [
    {
      path: 'users',
      titleKey: 'users.title',
      component: lazy(() => import('./users/users-page.tsx')),
      level: 0,
      permission: readUsers,
      menu: { order: 10, group: 'admin' },
    },
    {
      path: 'roles',
      titleKey: 'roles.title',
      component: lazy(() => import('./roles/roles-page.tsx')),
      level: 0,
      permission: readRoles,
      menu: { order: 20, group: 'admin' },
    },
    {
      path: 'groups',
      titleKey: 'groups.title',
      component: lazy(() => import('./groups/groups-page.tsx')),
      level: 0,
      permission: readGroups,
      menu: { order: 30, group: 'admin' },
    },
  ],
  roleName: builtInRoleName,
  slots: {
    banner: PreviewBanner,
    roleNames: RoleNames,
    // Loaded with the pages about users: the log-in page does without.
    userHoldings: lazy(() => import('./user-rights/user-holdings.tsx')),
    userRights: lazy(() => import('./user-rights/user-rights.tsx')),
    firstGrants: lazy(() => import('./user-rights/first-grants.tsx')),
  },
}
