import { MenuButton } from '@qd/web-controls'
import { AppWindow, ExternalLink } from 'lucide-react'
import type { ReactNode } from 'react'
import type { MenuLink } from '../../contract/index.ts'
import { openLink } from './open-link.ts'

/** A menu of links; nothing when there are none. */
export function LinkMenu(props: {
  label: string
  links: readonly MenuLink[]
  children: ReactNode
}): ReactNode {
  if (props.links.length === 0) return null
  const items = props.links.map((link) => ({
    key: link.id,
    label: link.name,
    icon:
      link.target === 'tab' ? <ExternalLink size={14} aria-hidden /> : <AppWindow size={14} aria-hidden />,
    onSelect: () => openLink(link),
  }))
  return (
    <MenuButton label={props.label} items={items}>
      {props.children}
    </MenuButton>
  )
}
