import { goTo, lazyPart, textOf } from '@qd/web-base'
import { provideApprovals } from '@qd/web-calls'
import type { WebFeature } from '@qd/web-frame'
import { Inbox } from 'lucide-react'
import { InboxBadge } from './inbox/inbox-badge.tsx'
import './slots.ts'
import './texts.ts'

provideApprovals(async () => (await import('./submit/hand-in.tsx')).handIn)

/** What somebody else has to agree to: handing it in, deciding on it, seeing what came of it. */
export const webFeature: WebFeature = {
  name: 'approvals',
  pages: [
    {
      path: 'releaseApply',
      titleKey: 'title',
      component: lazyPart(() => import('./releases-page.tsx')),
      level: 0,
      menu: { order: 45 },
      namedTitle: (name) => textOf('approvals', 'tab', { name }),
    },
  ],
  commands: [
    {
      id: 'to-decide',
      titleKey: 'command.toDecide',
      icon: Inbox,
      run: () => goTo('/releaseApply?box=to_decide'),
    },
    { id: 'mine', titleKey: 'command.mine', icon: Inbox, run: () => goTo('/releaseApply?box=mine') },
    {
      id: 'delegate',
      titleKey: 'command.delegations',
      icon: Inbox,
      run: () => goTo('/releaseApply?tab=delegations'),
    },
  ],
  slots: {
    approvers: lazyPart(() => import('./submit/approvers.tsx').then((file) => ({ default: file.Approvers }))),
    ownRequests: lazyPart(() =>
      import('./submit/own-requests.tsx').then((file) => ({ default: file.OwnRequests })),
    ),
    topBarEnd: InboxBadge,
    waitingForMe: lazyPart(() =>
      import('./home/waiting-for-me.tsx').then((file) => ({ default: file.WaitingForMe })),
    ),
  },
}
