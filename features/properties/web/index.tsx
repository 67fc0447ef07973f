import { lazyPart } from '@qd/web-base'
import type { WebFeature } from '@qd/web-frame'
import './slots.ts'
import './texts.ts'

/** The items of a line, what limits them, and gifts made of them. */
export const webFeature: WebFeature = {
  name: 'properties',
  pages: [
    {
      path: 'gameProp',
      titleKey: 'title',
      component: lazyPart(() => import('./page/items-page.tsx')),
      level: 2,
      menu: { order: 40, group: 'other' },
    },
  ],
  slots: {
    giftEditor: lazyPart(() =>
      import('./gift/gift-editor.tsx').then((file) => ({ default: file.GiftEditor })),
    ),
    giftView: lazyPart(() => import('./gift/gift-facts.tsx').then((file) => ({ default: file.GiftFacts }))),
    itemQuantity: lazyPart(() =>
      import('./gift/item-quantity.tsx').then((file) => ({ default: file.ItemQuantity })),
    ),
    itemName: lazyPart(() => import('./gift/item-name.tsx').then((file) => ({ default: file.ItemName }))),
  },
}
