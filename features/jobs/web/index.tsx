import { lazyPart, shortId, textOf } from '@qd/web-base'
import type { WebFeature } from '@qd/web-frame'
import { JobsChip } from './chip/jobs-chip.tsx'
import './slots.ts'
import './texts.ts'

/** Work on many rows: what runs, what came of it, and the way to it from everywhere. */
export const webFeature: WebFeature = {
  name: 'jobs',
  pages: [
    {
      path: 'jobs/:jobId?',
      titleKey: 'title',
      component: lazyPart(() => import('./jobs-page.tsx')),
      level: 0,
      menu: { order: 80, group: 'other' },
      recordParams: ['jobId'],
      tabTitle: ({ jobId }) =>
        jobId === undefined ? textOf('jobs', 'title') : textOf('jobs', 'tab', { id: shortId(jobId) }),
    },
  ],
  slots: {
    topBarEnd: JobsChip,
    ownJobs: lazyPart(() => import('./home/own-jobs.tsx').then((file) => ({ default: file.OwnJobs }))),
  },
}
