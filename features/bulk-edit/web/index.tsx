import type { WebFeature } from '@qd/web-frame'
import { Suspense, lazy } from 'react'
import { bulkEditPermission } from '../contract/index.ts'

// Not before it is needed: the slots of all features are known from the start.
const ApplyToMore = lazy(() => import('./apply-to-more.tsx').then((file) => ({ default: file.ApplyToMore })))

// The same for the page of a job.
const JobUndo = lazy(() => import('./job-undo.tsx').then((file) => ({ default: file.JobUndo })))

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
    jobActions: (props) => (
      <Suspense fallback={null}>
        <JobUndo {...props} />
      </Suspense>
    ),
    pendingChanges: (props) => (
      <Suspense fallback={null}>
        <ApplyToMore {...props} />
      </Suspense>
    ),
  },
}
