import type { WebFeature } from '@qd/web-frame'
import { ConsoleParts } from './console-parts.tsx'
import { InstalledNote } from './installed-note.tsx'
import './slots.ts'
import './texts.ts'

export { useConsoleItems } from './use-console-items.tsx'

/** The console about itself: its new versions, and its window. */
export const webFeature: WebFeature = {
  name: 'system',
  pages: [],
  slots: { consoleParts: ConsoleParts, notice: InstalledNote },
}
