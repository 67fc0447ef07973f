import { lazyPart } from '@qd/web-base'
import type { WebFeature } from '@qd/web-frame'
import { readAudit } from '../contract/index.ts'
import './texts.ts'

/** Who did what, and whether the chain of it is whole. */
export const webFeature: WebFeature = {
  name: 'audit',
  pages: [
    {
      path: 'audit',
      titleKey: 'title',
      component: lazyPart(() => import('./audit-page.tsx')),
      level: 0,
      permission: readAudit,
      menu: { order: 90, group: 'admin' },
    },
  ],
}
