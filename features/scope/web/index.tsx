import type { WebFeature } from '@qd/web-frame'
import { lazy } from 'react'
import { readPlaces } from '../contract/index.ts'
import { FirstGameLink } from './catalogue/first-game-link.tsx'
import './texts.ts'
import { PlayerChoice } from './uid/player-choice.tsx'

export { ScopeBar } from './select/scope-bar.tsx'
export { useScopeLists } from './select/use-scope-lists.ts'
export { ServerClock } from './clock/server-clock-view.tsx'
export { UIdBox } from './uid/uid-box.tsx'
export { usePlayerInAddress } from './uid/use-player-in-address.ts'
export { addressToReload, forgetPlayer } from './uid/uid-address.ts'
export { useUIdHistory } from './uid/uid-history.ts'

/** The shell shows the selection in the top bar; its page is where the hierarchy is kept. */
export const webFeature: WebFeature = {
  name: 'scope',
  pages: [
    {
      path: 'catalogue',
      titleKey: 'catalogue.title',
      component: lazy(() => import('./catalogue/catalogue-page.tsx')),
      level: 0,
      permission: readPlaces,
      menu: { order: 50, group: 'admin' },
    },
  ],
  slots: { noServers: FirstGameLink, playerChoice: PlayerChoice },
}
