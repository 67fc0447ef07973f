import { lazyPart } from '@qd/web-base'
import type { WebFeature } from '@qd/web-frame'
import { readPlaces } from '../contract/index.ts'
import { FirstGameLink } from './first-game-link.tsx'
import './texts.ts'

/** Where the hierarchy is kept (S1.01, S3.04). */
export const webFeature: WebFeature = {
  name: 'catalogue',
  pages: [
    {
      path: 'catalogue',
      titleKey: 'title',
      component: lazyPart(() => import('./page/catalogue-page.tsx')),
      level: 0,
      permission: readPlaces,
      menu: { order: 50, group: 'admin' },
    },
  ],
  slots: { noServers: FirstGameLink },
}
