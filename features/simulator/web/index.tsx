import { lazyPart } from '@qd/web-base'
import type { WebFeature } from '@qd/web-frame'
import { docPages } from './doc/doc-pages.ts'
import { endWithPage, simulatorPage } from './page/simulator-pages.ts'
import { recordsPage } from './records/records-pages.ts'
import './texts.ts'

/** The client simulator: connections to a game, their frames, requests to send, and the documentation of its messages. */
export const webFeature: WebFeature = {
  name: 'simulator',
  pages: [simulatorPage, recordsPage, ...docPages],
  start: endWithPage,
  slots: {
    changedValues: lazyPart(() =>
      import('./state/other-changes.tsx').then((file) => ({ default: file.OtherChanges })),
    ),
  },
}
