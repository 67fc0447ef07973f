import { whenUserLeaves } from '@qd/web-calls'
import type { WebFeature } from '@qd/web-frame'
import { lazy } from 'react'

/** Drafts outlive the page that wrote them: they go also where nobody opened a player since the page was loaded. */
function start(): void {
  whenUserLeaves(
    (userId) =>
      void import('./state/draft-database.ts')
        .then(({ BROWSER_DRAFTS }) => BROWSER_DRAFTS.clear(userId))
        // A browser that keeps nothing has nothing to forget.
        .catch(() => {}),
  )
}

/** The data editor: what home shows of a player (S2.06), and of the edits around them. */
export const webFeature: WebFeature = {
  name: 'data-edit',
  pages: [],
  start,
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
