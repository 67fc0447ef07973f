import type { WebFeature } from '@qd/web-frame'
import { lazy } from 'react'
import { readAudit } from '../contract/index.ts'
import './texts.ts'

/** Who did what, and whether the chain of it is whole. */
export const webFeature: WebFeature = {
  name: 'audit',
  pages: [
    {
      path: 'audit',
      titleKey: 'title',
      component: lazy(() => import('./audit-page.tsx')),
      level: 0,
      permission: readAudit,
      menu: { order: 90, group: 'admin' },
    },
  ],
}
