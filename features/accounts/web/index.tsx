import { readUsers } from '@qd/access/contract'
import type { WebFeature } from '@qd/web-frame'
import { lazy } from 'react'
import './slots.ts'
import './texts.ts'

/** People's accounts. */
export const webFeature: WebFeature = {
  name: 'accounts',
  pages: [
    {
      path: 'users',
      titleKey: 'users.title',
      component: lazy(() => import('./users/users-page.tsx')),
      level: 0,
      permission: readUsers,
      menu: { order: 10, group: 'admin' },
    },
  ],
}
