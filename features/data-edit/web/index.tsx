import { lazyPart } from '@qd/web-base'
import { whenUserLeaves } from '@qd/web-calls'
import type { WebFeature } from '@qd/web-frame'
import { readPlayerData } from '../contract/index.ts'
import './slots.ts'

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
  palette: [
    {
      id: 'field',
      titleKey: 'palette.fields',
      prefix: '#',
      permission: readPlayerData,
      source: lazyPart(() => import('./palette/field-source.tsx')),
    },
    {
      id: 'item',
      titleKey: 'palette.items',
      prefix: '$',
      permission: readPlayerData,
      source: lazyPart(() => import('./palette/item-source.tsx')),
    },
  ],
  slots: {
    playerPage: lazyPart(() =>
      import('./player/player-page.tsx').then((file) => ({ default: file.PlayerPage })),
    ),
    firstSteps: lazyPart(() =>
      import('./guide/first-steps.tsx').then((file) => ({ default: file.FirstSteps })),
    ),
    ownDrafts: lazyPart(() => import('./home/own-drafts.tsx').then((file) => ({ default: file.OwnDrafts }))),
    unsentChanges: lazyPart(() =>
      import('./home/unsent-changes.tsx').then((file) => ({ default: file.UnsentChanges })),
    ),
    latestEdits: lazyPart(() =>
      import('./home/latest-edits.tsx').then((file) => ({ default: file.LatestEdits })),
    ),
  },
}
