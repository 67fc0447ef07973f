import { useTexts } from '@qd/web-base'
import { ChevronDown } from 'lucide-react'
import type { ReactNode } from 'react'
import '../texts.ts'
import styles from './extra-links.module.css'
import { LinkMenu } from './link-menu.tsx'
import { openLink } from './open-link.ts'
import { useLinks } from './use-links.ts'

/** The extra menus (S2.18) at the end of the menu bar; on narrow screens a group of its own. */
export function ExtraLinks({ isBlock }: { isBlock: boolean }): ReactNode {
  const t = useTexts('menu')
  const links = useLinks('extra')
  const label = t('links.extra')
  if (!isBlock) {
    return (
      <LinkMenu label={label} links={links}>
        <span className={styles.label}>
          {label}
          <ChevronDown size={13} aria-hidden />
        </span>
      </LinkMenu>
    )
  }
  if (links.length === 0) return null
  return (
    <div role="group" aria-label={label}>
      <div className={styles.head}>{label}</div>
      {links.map((link) => (
        <button key={link.id} type="button" className={styles.item} onClick={() => openLink(link)}>
          {link.name}
        </button>
      ))}
    </div>
  )
}
