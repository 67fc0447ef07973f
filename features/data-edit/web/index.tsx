import type { WebFeature } from '@qd/web-frame'
import { lazy } from 'react'

/** The data editor: what home shows of a player (S2.06). */
export const webFeature: WebFeature = {
  name: 'data-edit',
  pages: [],
  slots: {
    playerPage: lazy(() => import('./player/player-page.tsx').then((file) => ({ default: file.PlayerPage }))),
  },
}
