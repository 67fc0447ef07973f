import type { WebFeature } from '@qd/web-frame'
import { Suspense, lazy } from 'react'
import { bulkEditPermission } from '../contract/index.ts'

// Not before it is needed: the slots of all features are known from the start.
const ApplyToMore = lazy(() => import('./apply-to-more.tsx').then((file) => ({ default: file.ApplyToMore })))

/** One set of changes for many players. */
export const webFeature: WebFeature = {
  name: 'bulk-edit',
  pages: [
    {
      path: 'bulkEdit',
      titleKey: 'title',
      component: lazy(() => import('./bulk-page.tsx')),
      level: 2,
      permission: bulkEditPermission,
      menu: { order: 20, group: 'other' },
    },
  ],
  slots: {
    pendingChanges: (props) => (
      <Suspense fallback={null}>
        <ApplyToMore {...props} />
      </Suspense>
    ),
  },
}
