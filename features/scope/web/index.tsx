import type { WebFeature } from '@qd/web-kit'
import './texts.ts'

export { ScopeBar } from './select/scope-bar.tsx'
export { useScopeLists } from './select/use-scope-lists.ts'
export { ServerClock } from './clock/server-clock-view.tsx'
export { UIdBox } from './uid/uid-box.tsx'
export { usePlayerInAddress } from './uid/use-player-in-address.ts'
export { addressToReload, addressWithUId, forgetUId, playerAddress, uIdOfAddress } from './uid/uid-address.ts'
export { useUIdHistory } from './uid/uid-history.ts'

/** The selection has no page of its own; the shell shows its parts in the top bar. */
export const webFeature: WebFeature = { name: 'scope', pages: [] }
