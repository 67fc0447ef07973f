import { goTo, useSession, useTexts } from '@qd/web-base'
import { MenuButton } from '@qd/web-controls'
import { IdCard, KeyRound, LogOut, UserRound } from 'lucide-react'
import type { ReactNode } from 'react'
import { openProfileDialog } from './account/profile-dialog.tsx'
import { openPasswordDialog } from './password/password-dialog.tsx'
import { signOut } from './sign-out.ts'
import './texts.ts'
import styles from './user-menu.module.css'

function initials(name: string): string {
  const letters = [...name.trim()]
  const isLatin = /^[\p{Script=Latin}\s.\d_-]+$/u.test(name)
  if (!isLatin) return letters.slice(-2).join('')
  const words = name.split(/[\s._-]+/).filter(Boolean)
  const picked = words.length > 1 ? words.slice(0, 2).map((word) => word[0]) : letters.slice(0, 2)
  return picked.join('').toUpperCase()
}

/** Who is signed in; basic information and password in dialogs (S2.26, S2.28), the account's page, sign-out. */
export function UserMenu(): ReactNode {
  const t = useTexts('session')
  const user = useSession((state) => state.userInfo)
  if (user === null) return null
  const name = user.name === '' ? user.username : user.name
  const own = [
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
  const items = [
    // A preview shows the console of a role; the account behind it is not the role's.
    ...(user.preview === null ? own : []),
    {
      key: 'signOut',
      label: t('user.signOut'),
      icon: <LogOut size={15} aria-hidden />,
      isSeparated: true,
      onSelect: signOut,
    },
  ]
  const head = (
    <div className={styles.head}>
      <strong>{name}</strong>
      <code>{user.username}</code>
    </div>
  )
  return (
    <MenuButton label={t('user.menu', { name })} items={items} head={head}>
      <span className={styles.avatar} aria-hidden>
        {initials(name)}
      </span>
    </MenuButton>
  )
}
