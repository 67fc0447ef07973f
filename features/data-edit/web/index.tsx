import type { WebFeature } from '@qd/web-frame'
import { Suspense, lazy } from 'react'
import { bulkEditPermission } from '../contract/index.ts'
import { PLAYER_PAGE } from './state/player-tab.ts'
import { editText } from './texts.ts'

// Not before it is needed: the slots of all features are known from the start.
const ApplyToMore = lazy(() =>
  import('./bulk/apply-to-more.tsx').then((file) => ({ default: file.ApplyToMore })),
)

/** Home and the data editor (S2.06). */
export const webFeature: WebFeature = {
  name: 'data-edit',
  pages: [
    {
      path: PLAYER_PAGE,
      titleKey: 'title',
      component: lazy(() => import('./home/home-page.tsx')),
      level: 0,
      menu: { order: 10 },
      recordParams: ['uId', 'game'],
      tabTitle: ({ uId }) => (uId === undefined ? editText('tab.home') : editText('tab.player', { uId })),
      isAffixed: true,
    },
    {
      path: 'bulkEdit',
      titleKey: 'bulk.title',
      component: lazy(() => import('./bulk/bulk-page.tsx')),
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
