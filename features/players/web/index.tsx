import type { WebFeature } from '@qd/web-frame'
import { AddPlayerButton } from './add-player-button.tsx'
import './texts.ts'

/** Making players; it has no page of its own (S2.27). */
export const webFeature: WebFeature = { name: 'players', pages: [], slots: { topBar: AddPlayerButton } }
