import { lazyPart } from '@qd/web-base'
import type { WebFeature } from '@qd/web-frame'
import { editWebhooks } from '../contract/index.ts'
import { UnreadFollower } from './unread-follower.tsx'
import './texts.ts'

/** What the account was told of, how it wants to be told, and the webhooks of a place. */
export const webFeature: WebFeature = {
  name: 'notifications',
  pages: [
    {
      path: 'webhooks',
      titleKey: 'webhooks.title',
      component: lazyPart(() => import('./webhooks/webhooks-page.tsx')),
      level: 0,
      permission: editWebhooks,
      menu: { order: 70, group: 'admin' },
    },
  ],
  slots: {
    topBarEnd: UnreadFollower,
    notificationList: lazyPart(() => import('./list/notification-list.tsx')),
    accountPanel: lazyPart(() => import('./settings/settings-panel.tsx')),
  },
}
