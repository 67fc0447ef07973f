import { MenuButton, useSession, useTexts } from '@qd/web-kit'
import { KeyRound, LogOut } from 'lucide-react'
import type { ReactNode } from 'react'
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

/** Who is signed in, own password, sign-out. */
export function UserMenu(): ReactNode {
  const t = useTexts('session')
  const user = useSession((state) => state.userInfo)
  if (user === null) return null
  const name = user.name === '' ? user.username : user.name
  const items = [
    {
      key: 'password',
      label: t('password.save'),
      icon: <KeyRound size={15} aria-hidden />,
      onSelect: openPasswordDialog,
    },
    {
      key: 'signOut',
      label: t('user.signOut'),
      icon: <LogOut size={15} aria-hidden />,
      isSeparated: true,
      onSelect: () => void signOut(),
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
