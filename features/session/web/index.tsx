import type { WebFeature } from '@qd/web-kit'
import { KeyRound, LogOut } from 'lucide-react'
import { openPasswordDialog } from './password/password-dialog.tsx'
import { signOut } from './sign-out.ts'
import './texts.ts'

export { LanguageMenu, ThemeSwitch } from './entry-frame.tsx'
export { UserMenu } from './user-menu.tsx'
export { useSessionLive } from './use-session-live.ts'
export { Wheel } from './wheel.tsx'

/** Its pages stand outside the shell; apps/web routes to them before sign-in. */
export const webFeature: WebFeature = {
  name: 'session',
  pages: [],
  commands: [
    { id: 'password', titleKey: 'password.save', icon: KeyRound, run: openPasswordDialog },
    { id: 'signOut', titleKey: 'user.signOut', icon: LogOut, run: () => void signOut() },
  ],
}
