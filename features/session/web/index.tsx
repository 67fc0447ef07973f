import { lazyPart } from '@qd/web-base'
import type { WebFeature } from '@qd/web-frame'
import { LogOut } from 'lucide-react'
import { SessionBanner } from './again/session-banner.tsx'
import { signOut } from './sign-out.ts'
import './texts.ts'
import { provideStepUp } from '@qd/web-calls'

export { LanguageMenu, ThemeSwitch } from './entry-frame.tsx'
export { signInAgain } from './sign-in-again.ts'
export { signOut } from './sign-out.ts'
export { useSessionLive } from './use-session-live.ts'
export { Wheel } from './wheel.tsx'

provideStepUp(async () => (await import('./step-up/step-up-desk.ts')).stepUpDesk)

/** Signing in and out. Pages before sign-in stand outside the shell; apps/web routes to them. */
export const webFeature: WebFeature = {
  name: 'session',
  pages: [],
  slots: {
    notice: SessionBanner,
    // Loaded with the page that shows it: the log-in page does without.
    secondFactor: lazyPart(() => import('./second-factor/second-factor-row.tsx')),
  },
  commands: [{ id: 'signOut', titleKey: 'user.signOut', icon: LogOut, run: signOut }],
}
