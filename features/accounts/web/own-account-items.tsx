import { goTo, useSession, useTexts } from '@qd/web-base'
import type { MenuItem } from '@qd/web-controls'
import { IdCard, KeyRound, UserRound } from 'lucide-react'
import { openProfileDialog } from './account/profile-dialog.tsx'
import { openPasswordDialog } from './password/password-dialog.tsx'
import './texts.ts'

/** The own account in the user's menu: basic information and password in dialogs (S2.26, S2.28), the page of it all. */
export function useOwnAccountItems(): MenuItem[] {
  const t = useTexts('accounts')
  const user = useSession((state) => state.userInfo)
  // A preview shows the console of a role; the account behind it is not the role's.
  if (user === null || user.preview !== null) return []
  return [
    {
      key: 'profile',
      label: t('account.profile'),
      icon: <IdCard size={15} aria-hidden />,
      onSelect: openProfileDialog,
    },
    {
      key: 'password',
      label: t('password.title'),
      icon: <KeyRound size={15} aria-hidden />,
      onSelect: openPasswordDialog,
    },
    {
      key: 'account',
      label: t('account.title'),
      icon: <UserRound size={15} aria-hidden />,
      onSelect: () => goTo('/account'),
    },
  ].filter(({ key }) => key !== 'password' || user.hasPassword)
}
