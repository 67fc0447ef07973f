import { lazyPart } from '@qd/web-base'
import { PLAYER_PAGE } from '@qd/players/contract'
import type { WebFeature } from '@qd/web-frame'
import './slots.ts'
import { homeText } from './texts.ts'

/** The start page of a chosen place, which is also where a player is shown (S2.06). */
export const webFeature: WebFeature = {
  name: 'home',
  pages: [
    {
      path: PLAYER_PAGE,
      titleKey: 'title',
      hasHeading: true,
      component: lazyPart(() => import('./home-page.tsx')),
      level: 0,
      menu: { order: 10 },
      recordParams: ['uId', 'game'],
      tabTitle: ({ uId }) => (uId === undefined ? homeText('tab.home') : homeText('tab.player', { uId })),
      isAffixed: true,
    },
  ],
}
