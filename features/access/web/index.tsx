import type { WebFeature } from '@qd/web-frame'
import { lazy } from 'react'
import { readGroups, readRoles } from '../contract/index.ts'
import { PreviewBanner } from './preview/preview-banner.tsx'
import './texts.ts'
import { builtInRoleName } from './words/role-name.ts'
import { RoleNames } from './words/role-names.tsx'

/** Roles and groups for administrators, and what other pages show of rights. */
export const webFeature: WebFeature = {
  name: 'access',
  pages: [
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
