import { lazyPart } from '@qd/web-base'
import type { WebFeature } from '@qd/web-frame'
import { seeCodes } from '../contract/index.ts'
import './texts.ts'

/** Batches of redemption codes; menus of projects lead here as well. */
export const webFeature: WebFeature = {
  name: 'redemption-codes',
  pages: [
    {
      path: 'redeemCode',
      titleKey: 'title',
      component: lazyPart(() => import('./codes-page.tsx')),
      level: 2,
      permission: seeCodes,
      menu: { order: 40, group: 'other' },
    },
  ],
}
