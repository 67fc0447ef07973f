import { lazyPart } from '@qd/web-base'
import type { WebFeature } from '@qd/web-frame'
import { readGroups, readRoles, reviewAccess } from '../contract/index.ts'
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
      component: lazyPart(() => import('./roles/roles-page.tsx')),
      level: 0,
      permission: readRoles,
      menu: { order: 20, group: 'admin' },
    },
    {
      path: 'groups',
      titleKey: 'groups.title',
      component: lazyPart(() => import('./groups/groups-page.tsx')),
      level: 0,
      permission: readGroups,
      menu: { order: 30, group: 'admin' },
    },
    {
      path: 'reviews',
      titleKey: 'reviews.title',
      component: lazyPart(() => import('./reviews/reviews-page.tsx')),
      level: 0,
      permission: reviewAccess,
      menu: { order: 35, group: 'admin' },
    },
  ],
  roleName: builtInRoleName,
  slots: {
    banner: PreviewBanner,
    roleNames: RoleNames,
    // Loaded with the pages about users: the log-in page does without.
    userHoldings: lazyPart(() => import('./user-rights/user-holdings.tsx')),
    userRights: lazyPart(() => import('./user-rights/user-rights.tsx')),
    placePicker: lazyPart(() =>
      import('./grants/place-picker.tsx').then((file) => ({ default: file.PlacePicker })),
    ),
    askForRights: lazyPart(() => import('./asking/ask-button.tsx')),
    accountPanel: lazyPart(() => import('./asking/own-rights-panel.tsx')),
    firstGrants: lazyPart(() => import('./user-rights/first-grants.tsx')),
  },
}
