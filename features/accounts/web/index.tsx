import { lazyPart } from '@qd/web-base'
import { readUsers } from '@qd/access/contract'
import type { WebFeature } from '@qd/web-frame'
import { KeyRound } from 'lucide-react'
import { openPasswordDialog } from './password/password-dialog.tsx'
import './slots.ts'
import './texts.ts'

export { useOwnAccountItems } from './own-account-items.tsx'

/** People's accounts: everybody's own, and those of others for their administrators. */
export const webFeature: WebFeature = {
  name: 'accounts',
  pages: [
    {
      path: 'account',
      titleKey: 'account.title',
      component: lazyPart(() => import('./account/account-page.tsx')),
      level: 0,
    },
    {
      path: 'users',
      titleKey: 'users.title',
      component: lazyPart(() => import('./users/users-page.tsx')),
      level: 0,
      permission: readUsers,
      menu: { order: 10, group: 'admin' },
    },
  ],
  commands: [{ id: 'password', titleKey: 'password.save', icon: KeyRound, run: openPasswordDialog }],
}
