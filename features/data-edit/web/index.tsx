import type { WebFeature } from '@qd/web-frame'
import { lazy } from 'react'
import { PLAYER_PAGE } from './state/player-tab.ts'
import { editText } from './texts.ts'

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
  ],
}
