import type { WebFeature } from '@qd/web-frame'
import { KeyRound, LogOut } from 'lucide-react'
import { lazy } from 'react'
import { SessionBanner } from './again/session-banner.tsx'
import { openPasswordDialog } from './password/password-dialog.tsx'
import { signOut } from './sign-out.ts'
import './slots.ts'
import './texts.ts'

export { LanguageMenu, ThemeSwitch } from './entry-frame.tsx'
export { signInAgain } from './sign-in-again.ts'
export { UserMenu } from './user-menu.tsx'
export { useSessionLive } from './use-session-live.ts'
export { Wheel } from './wheel.tsx'

const AccountPage = lazy(() => import('./account/account-page.tsx'))

/** The own account. Pages before sign-in stand outside the shell; apps/web routes to them. */
export const webFeature: WebFeature = {
  name: 'session',
  pages: [{ path: 'account', titleKey: 'account.title', component: AccountPage, level: 0 }],
  slots: {
    banner: SessionBanner,
    // Loaded with the page that shows it: the log-in page does without.
    secondFactor: lazy(() => import('./second-factor/second-factor-row.tsx')),
  },
  commands: [
    { id: 'password', titleKey: 'password.save', icon: KeyRound, run: openPasswordDialog },
    { id: 'signOut', titleKey: 'user.signOut', icon: LogOut, run: signOut },
  ],
}
