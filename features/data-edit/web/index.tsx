import type { WebFeature } from '@qd/web-kit'
import { lazy } from 'react'
import './texts.ts'

/** Home and the data editor (S2.06). */
export const webFeature: WebFeature = {
  name: 'data-edit',
  pages: [
    {
      path: 'index/:uId?',
      titleKey: 'title',
      component: lazy(() => import('./home/home-page.tsx')),
      level: 0,
      menu: { order: 10 },
    },
  ],
}
