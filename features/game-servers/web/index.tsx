import type { WebFeature } from '@qd/web-frame'
import { ServerStateButton } from './server-state-button.tsx'
import './texts.ts'

/** How servers take players; it has no page of its own. */
export const webFeature: WebFeature = {
  name: 'game-servers',
  pages: [],
  slots: { serverActions: ServerStateButton },
}
