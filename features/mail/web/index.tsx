import { lazyPart, textOf } from '@qd/web-base'
import type { WebFeature } from '@qd/web-frame'
import { seeMail } from '../contract/index.ts'
import './texts.ts'

/** Mails to players: written, checked, sent, and what came of them (S2.31). */
export const webFeature: WebFeature = {
  name: 'mail',
  pages: [
    {
      path: 'email/:mailId?',
      titleKey: 'title',
      component: lazyPart(() => import('./email-page.tsx')),
      level: 2,
      permission: seeMail,
      menu: { order: 30, group: 'other' },
      recordParams: ['mailId'],
      tabTitle: ({ mailId }) => textOf('mail', mailId === undefined ? 'title' : 'one'),
      namedTitle: (name) => name,
    },
  ],
}
