import { lazyPart } from '@qd/web-base'
import type { WebFeature } from '@qd/web-frame'
import { readPlayer } from '../contract/index.ts'
import './texts.ts'
import { PlayerSearch } from './search/player-search.tsx'
import { PlayerChoice } from './uid/player-choice.tsx'

export { PlaceGate } from './address/place-gate.tsx'
export { usePlaceInAddress } from './address/use-place-in-address.ts'
export { ScopeBar } from './select/scope-bar.tsx'
export { useScopeLists } from './select/use-scope-lists.ts'
export { ServerClock } from './clock/server-clock-view.tsx'
export { UIdBox } from './uid/uid-box.tsx'
export { usePlayerInAddress } from './uid/use-player-in-address.ts'
export { addressToReload, forgetPlayer } from './uid/uid-address.ts'
export { useUIdHistory } from './uid/uid-history.ts'

/** The shell shows the selection in the top bar; it has no page of its own. */
export const webFeature: WebFeature = {
  name: 'scope',
  pages: [],
  palette: [
    {
      id: 'player',
      titleKey: 'search.title',
      prefix: '@',
      permission: readPlayer,
      source: lazyPart(() => import('./palette/player-source.tsx')),
      isAnswer: true,
    },
  ],
  slots: { playerChoice: PlayerChoice, playerSearch: PlayerSearch },
}
