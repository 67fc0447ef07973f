import { lazyPart } from '@qd/web-base'
import type { WebFeature } from '@qd/web-frame'
import { Suspense } from 'react'
import { bulkEditPermission } from '../contract/index.ts'

// Not before it is needed: the slots of all features are known from the start.
const ApplyToMore = lazyPart(() =>
  import('./apply-to-more.tsx').then((file) => ({ default: file.ApplyToMore })),
)

// The same for the page of a job.
const JobUndo = lazyPart(() => import('./job-undo.tsx').then((file) => ({ default: file.JobUndo })))

/** One set of changes for many players. */
export const webFeature: WebFeature = {
  name: 'bulk-edit',
  pages: [
    {
      path: 'bulkEdit',
      titleKey: 'title',
      component: lazyPart(() => import('./bulk-page.tsx')),
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
