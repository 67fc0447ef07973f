import { PERMISSION_TITLES, texts } from '@qd/web-base'
import type { WebFeature } from '@qd/web-frame'
import { lazy } from 'react'
import { readPlayerData } from '../contract/index.ts'

/** With the names of rights: locked fields say which one they need. */
async function loadPlayerPage() {
  const [{ PlayerPage }] = await Promise.all([
    import('./player/player-page.tsx'),
    texts.loadNamespaces(PERMISSION_TITLES),
  ])
  return { default: PlayerPage }
}

/** The data editor: what home shows of a player (S2.06), and of the edits around them. */
export const webFeature: WebFeature = {
  name: 'data-edit',
  pages: [],
  palette: [
    {
      id: 'field',
      titleKey: 'palette.fields',
      prefix: '#',
      permission: readPlayerData,
      source: lazy(() => import('./palette/field-source.tsx')),
    },
    {
      id: 'item',
      titleKey: 'palette.items',
      prefix: '$',
      permission: readPlayerData,
      source: lazy(() => import('./palette/item-source.tsx')),
    },
  ],
  slots: {
    playerPage: lazy(loadPlayerPage),
    firstSteps: lazy(() => import('./guide/first-steps.tsx').then((file) => ({ default: file.FirstSteps }))),
    ownDrafts: lazy(() => import('./home/own-drafts.tsx').then((file) => ({ default: file.OwnDrafts }))),
    unsentChanges: lazy(() =>
      import('./home/unsent-changes.tsx').then((file) => ({ default: file.UnsentChanges })),
    ),
    latestEdits: lazy(() =>
      import('./home/latest-edits.tsx').then((file) => ({ default: file.LatestEdits })),
    ),
  },
}
