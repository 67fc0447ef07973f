import type { WebFeature } from '@qd/web-frame'
import { lazy } from 'react'

/** The data editor: what home shows of a player (S2.06), and of the edits around them. */
export const webFeature: WebFeature = {
  name: 'data-edit',
  pages: [],
  slots: {
    playerPage: lazy(() => import('./player/player-page.tsx').then((file) => ({ default: file.PlayerPage }))),
    ownDrafts: lazy(() => import('./home/own-drafts.tsx').then((file) => ({ default: file.OwnDrafts }))),
    unsentChanges: lazy(() =>
      import('./home/unsent-changes.tsx').then((file) => ({ default: file.UnsentChanges })),
    ),
    latestEdits: lazy(() =>
      import('./home/latest-edits.tsx').then((file) => ({ default: file.LatestEdits })),
    ),
  },
}
