import { useOwnAccountItems } from '@qd/accounts/web'
import { signOut } from '@qd/session/web'
import { useConsoleItems } from '@qd/system/web'
import { useSession, useTexts } from '@qd/web-base'
import { MenuButton } from '@qd/web-controls'
import { LogOut } from 'lucide-react'
import type { ReactNode } from 'react'
import '../../boot/texts.ts'
import styles from './user-menu.module.css'

function initials(name: string): string {
  const letters = [...name.trim()]
  const isLatin = /^[\p{Script=Latin}\s.\d_-]+$/u.test(name)
  if (!isLatin) return letters.slice(-2).join('')
  const words = name.split(/[\s._-]+/).filter(Boolean)
  const picked = words.length > 1 ? words.slice(0, 2).map((word) => word[0]) : letters.slice(0, 2)
  return picked.join('').toUpperCase()
}

/** Who is signed in; basic information and password in dialogs (S2.26, S2.28), the account's page, the console, sign-out. */
export function UserMenu(): ReactNode {
  const t = useTexts('shell')
  const user = useSession((state) => state.userInfo)
  const own = useOwnAccountItems()
  const ofConsole = useConsoleItems()
  if (user === null) return null
  const name = user.name === '' ? user.username : user.name
  const items = [
    ...own,
    ...ofConsole.map((item, at) => ({ ...item, isSeparated: at === 0 && own.length > 0 })),
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
      {/* A picture of the name and no text of its own: the label says it whole. */}
      <span className={styles.avatar} aria-hidden data-initials={initials(name)} />
    </MenuButton>
  )
}
