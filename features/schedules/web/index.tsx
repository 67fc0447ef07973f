import { lazyPart, shortId, textOf } from '@qd/web-base'
import type { WebFeature } from '@qd/web-frame'
import './slots.ts'
import './texts.ts'

/** What runs at set times, and when; other features put its timing into their forms. */
export const webFeature: WebFeature = {
  name: 'schedules',
  pages: [
    {
      path: 'schedules/:scheduleId?',
      titleKey: 'title',
      component: lazyPart(() => import('./schedules-page.tsx')),
      level: 0,
      menu: { order: 85, group: 'other' },
      recordParams: ['scheduleId'],
      tabTitle: ({ scheduleId }) =>
        scheduleId === undefined
          ? textOf('schedules', 'title')
          : textOf('schedules', 'tab', { id: shortId(scheduleId) }),
    },
  ],
  slots: {
    scheduleTiming: lazyPart(() =>
      import('./form/timing-fields.tsx').then((file) => ({ default: file.TimingFields })),
    ),
  },
}
